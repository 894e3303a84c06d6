// Every verb that a form of the screens can mean: how a person comes to press it, what is said at its end, where the focus is.
import type { IntentName } from "~/screens/forms/intents";
import { bots } from "./verbs/bots";
import { factor } from "./verbs/factor";
import { mail } from "./verbs/mail";
import { people } from "./verbs/people";
import { provider } from "./verbs/provider";
import type { Verb } from "./verbs/stage";
import { tweets } from "./verbs/tweets";

export const verbs: Record<IntentName, Verb> = { ...people, ...factor, ...mail, ...provider, ...tweets, ...bots };
