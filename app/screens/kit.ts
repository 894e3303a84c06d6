// What nearly every screen shows or does beside ui/kit, in one file for the same reason. Every route with a page imports
// this, and every part in this folder. Not the screen itself: it loads such parts.
import "~/ui/kit";
import "./client-action";
import "./generate-title";
import "./keep-page";
import "./poll";
import "./use-here";
import "./use-reload";
import "./use-result";
import "./use-watch";
