// Loaded into the built app (node --import): its wall clock goes CLOCK_AHEAD_MS before the machine's.
const { CLOCK_AHEAD_MS: ahead = "0" } = process.env;
const now = Date.now.bind(Date);

Date.now = () => now() + Number(ahead);
