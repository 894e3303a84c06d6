// Actions of /settings/voice. Only Save stores anything; the others return the form as typed.
import { previewVoice } from "~/features/generation/generation.server";
import { topicSchema } from "~/features/generation/schema.server";
import { readOwnPosts } from "~/features/publishing/publishing.server";
import { samplesSchema, voiceSchema } from "~/features/voice/schema.server";
import { readTyped, toFields, toValues, type TypedVoice, withPicked } from "~/features/voice/typed-voice";
import { minSamples } from "~/features/voice/voice";
import { saveVoice } from "~/features/voice/voice.server";
import { validate } from "~/http/api/validate.server";
import { AppError } from "~/ground/errors";
import { formMessages } from "~/ground/messages";
import { z } from "zod";
import {
  type Actions,
  field,
  type FormAction,
  type FormAnswer,
  requirePerson,
} from "~/screens/forms/form-action.server";
import type { voiceIntents } from "~/screens/forms/intents";
import { typedOf } from "~/screens/forms/typed";

export const voiceActions: Actions<typeof voiceIntents> = {
  async "keep-voice"(formAction) {
    const { user } = requirePerson(formAction);
    const typed = readTyped(typedOf(formAction.form));
    const [meant = "", at] = field(formAction, "do").split(" ");
    switch (meant) {
      case "save":
        return save(formAction, user.id, typed);
      case "add":
        return add(typed);
      case "drop":
        return stay(dropped(typed, Number(at)), "Sample removed. Save your voice to keep this change.");
      case "preview":
        return preview(formAction, user.id, typed);
      case "read":
        return read(formAction, user.id, typed);
    }
    throw new AppError("invalid", formMessages.unknown);
  },
};

const stay = (voice: TypedVoice, message: string): FormAnswer => ({ message, values: toValues(voice) });

const accountOf = (formAction: FormAction): string => field(formAction, "account");

async function save(formAction: FormAction, userId: string, voice: TypedVoice): Promise<FormAnswer> {
  const fields = validate(voiceSchema, toFields(voice), "form");
  const saved = await saveVoice(formAction.app, userId, accountOf(formAction), fields);
  return { message: saved.on ? "Voice saved. New drafts and rewrites will use it." : "Voice saved. It’s off." };
}

function add(voice: TypedVoice): FormAnswer {
  const all = withPicked(voice);
  if (all.length === 0) throw new AppError("invalid", "Paste one of your tweets first, then add it.");
  const { samples } = validate(samplesSchema, { samples: all }, "form");
  const rest = voice.posts.filter((text) => !voice.picked.includes(text));
  const count = samples.length === 1 ? "1 sample" : `${samples.length} samples`;
  const enough = samples.length < minSamples ? `${count} of ${minSamples}` : count;
  return stay({ ...voice, samples, posts: rest, picked: [] }, `${enough}. Save your voice to keep them.`);
}

const dropped = (voice: TypedVoice, at: number): TypedVoice => ({
  ...voice,
  samples: voice.samples.filter((_, index) => index !== at),
});

async function preview(formAction: FormAction, userId: string, voice: TypedVoice): Promise<FormAnswer> {
  const fields = validate(voiceSchema, toFields(voice), "form");
  const { topic } = validate(z.object({ topic: topicSchema }), { topic: voice.topic }, "form");
  const { before, after, fault } = await previewVoice(formAction.app, userId, { topic, fields });
  return stay({ ...voice, before, after, fault: fault ?? "" }, "Compared. Neither draft is saved.");
}

async function read(formAction: FormAction, userId: string, voice: TypedVoice): Promise<FormAnswer> {
  const read = await readOwnPosts(formAction.app, userId, accountOf(formAction));
  const known = new Set(withPicked(voice));
  const posts = [...new Set(read.map(({ text }) => text.trim()))].filter((text) => text !== "" && !known.has(text));
  const message =
    posts.length === 0 ? "This account has no posts to choose from." : "Select the posts that sound like you.";
  return stay({ ...voice, posts }, message);
}
