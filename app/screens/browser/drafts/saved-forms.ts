// Tells the drafts on the page which form the server has saved.

const forms = new EventTarget();

export const tellSaved = (form: FormData): void =>
  void forms.dispatchEvent(new CustomEvent<FormData>("saved", { detail: form }));

export function onSaved(listener: (form: FormData) => unknown): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<FormData>).detail);
  forms.addEventListener("saved", hear);
  return () => forms.removeEventListener("saved", hear);
}
