// What nearly every page shows, so that it travels in one file: whatever is imported here and by all entries is in the same
// chunk. Without it the compiler makes a file for each set of pages that share something, some twenty of half a kilobyte,
// which compress badly. Every route with a page, and every part, imports this.
import "../catalogue";
import "../dollars";
import "../duration";
import "./avatar";
import "./badge";
import "./bird";
import "./broken-page";
import "./button";
import "./dialog";
import "./empty";
import "./icon";
import "./lang";
import "./notice";
import "./page";
import "./part";
import "./reach";
import "./said";
import "./strip";
import "./use-hydrated";
