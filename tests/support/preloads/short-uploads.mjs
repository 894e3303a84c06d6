// Loaded into the built app (node --import): what brings pictures has UPLOAD_TIMEOUT_MS to arrive, and not a minute.
import diagnostics from "node:diagnostics_channel";

// Once it listens: what the app itself has set by then is written over.
diagnostics.subscribe("tracing:net.server.listen:asyncEnd", ({ server }) => {
  server.requestTimeout = Number(process.env.UPLOAD_TIMEOUT_MS);
});
