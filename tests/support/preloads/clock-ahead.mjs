// Loaded into the built app (node --import): a clock that tests turn. It starts CLOCK_AHEAD_MS before the machine's. Told
// { turnBy }, wall clock, monotonic clock and timers go on together, as if so long had been waited; with { onlyWall } the
// wall clock leaps alone. What Node itself waits for (sockets, connections) is not turned.
import { AsyncResource } from "node:async_hooks";
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers";
import promised from "node:timers/promises";
import { promisify } from "node:util";

const machine = {
  now: Date.now.bind(Date),
  Date,
  monotonic: performance.now.bind(performance),
  hrtime: process.hrtime.bigint.bind(process.hrtime),
  setTimeout,
  clearTimeout,
};
let ahead = Number(process.env["CLOCK_AHEAD_MS"] ?? "0");
let turned = 0;

const monotonic = () => machine.monotonic() + turned;
const nanoseconds = () => machine.hrtime() + BigInt(turned) * 1_000_000n;

Date.now = () => machine.now() + ahead;
globalThis.Date = new Proxy(machine.Date, {
  construct: (real, args, as) => Reflect.construct(real, args.length === 0 ? [real.now()] : args, as),
  apply: (real) => new real(real.now()).toString(),
});
Object.defineProperty(performance, "now", { value: monotonic });
process.hrtime = Object.assign(
  (since = [0, 0]) => {
    const passed = nanoseconds() - (BigInt(since[0]) * 1_000_000_000n + BigInt(since[1]));
    return [Number(passed / 1_000_000_000n), Number(passed % 1_000_000_000n)];
  },
  { bigint: nanoseconds },
);

/** Those that are armed, in the order in which they were. */
const pending = new Set();
const byNumber = new Map();
const maxMs = 2 ** 31 - 1;

/** As Node's own Timeout, but its moment is one of the clock that is turned. */
class Timer {
  constructor(run, ms, args, repeats) {
    if (typeof run !== "function") throw new TypeError("A timer runs a function");
    this.run = AsyncResource.bind(() => run.apply(this, args));
    this.ms = ms >= 1 && ms <= maxMs ? Number(ms) : 1;
    this.repeats = repeats;
    this.isRef = true;
    this.refresh();
  }
  refresh() {
    this.dueAt = monotonic() + this.ms;
    pending.delete(this);
    pending.add(this);
    return this.arm();
  }
  arm() {
    machine.clearTimeout(this.real);
    this.real = machine.setTimeout(() => this.fire(), this.dueAt - monotonic());
    return this.isRef ? this : this.unref();
  }
  fire() {
    if (this.repeats) this.refresh();
    else this.close();
    this.run();
  }
  close() {
    machine.clearTimeout(this.real);
    pending.delete(this);
    return this;
  }
  ref() {
    this.isRef = true;
    this.real.ref();
    return this;
  }
  unref() {
    this.isRef = false;
    this.real.unref();
    return this;
  }
  hasRef() {
    return this.isRef;
  }
  [Symbol.toPrimitive]() {
    const number = Number(this.real);
    byNumber.set(number, this);
    return number;
  }
}

const clear = (timer) => {
  if (timer instanceof Timer) timer.close();
  else if (byNumber.has(Number(timer))) byNumber.get(Number(timer)).close();
  else machine.clearTimeout(timer);
};
const wait = (ms, value, { signal, ref = true } = {}) =>
  new Promise((resolve, reject) => {
    const fail = () => {
      timer.close();
      reject(new DOMException("The operation was aborted", { name: "AbortError", cause: signal.reason }));
    };
    const timer = new Timer(
      () => {
        signal?.removeEventListener("abort", fail);
        resolve(value);
      },
      ms,
      [],
      false,
    );
    if (!ref) timer.unref();
    if (signal?.aborted) fail();
    else signal?.addEventListener("abort", fail, { once: true });
  });
const ours = {
  setTimeout: Object.assign((run, ms, ...args) => new Timer(run, ms, args, false), { [promisify.custom]: wait }),
  setInterval: (run, ms, ...args) => new Timer(run, ms, args, true),
  clearTimeout: clear,
  clearInterval: clear,
};
Object.assign(globalThis, ours);
Object.assign(timers, ours);
promised.setTimeout = wait;
syncBuiltinESMExports();

AbortSignal.timeout = (ms) => {
  const stop = new AbortController();
  const over = new DOMException("The operation was aborted due to timeout", "TimeoutError");
  new Timer(() => stop.abort(over), ms, [], false).unref();
  return stop.signal;
};

/** All whose moment has come fire in its order; then `done`. */
function turn(ms, onlyWall, done) {
  ahead += ms;
  if (!onlyWall) {
    turned += ms;
    for (const timer of [...pending].sort((one, other) => one.dueAt - other.dueAt)) timer.arm();
  }
  machine.setTimeout(done, 1);
}

process.on("message", ({ turnBy, onlyWall = false }) => {
  if (typeof turnBy === "number") turn(turnBy, onlyWall, () => process.send({ turnedBy: turnBy }));
});
process.channel?.unref();
