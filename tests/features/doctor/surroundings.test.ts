// What the doctor says of the rights of files and of proxies.
import { expect, it } from "vitest";
import { filesWords, proxyWords } from "~/features/doctor/surroundings";

it("files that others can read are counted, with the command that closes them", () => {
  expect(filesWords("/data", []).state).toBe("good");
  const check = filesWords("/data", ["/data", "/data/linnet.db", "/data/secrets.json"]);
  expect(check).toMatchObject({ state: "check", copy: "chmod -R go= /data" });
  expect(check.message).toContain("can read /data and 2 more files");
  expect(filesWords("/data", ["/data", "/data/linnet.db"]).message).toContain("/data and another file");
  expect(filesWords("/data", ["/data"]).message).toContain("can read /data, and Linnet");
});

it.each([
  [{ https: false, trustProxy: 0 }, false, "off"],
  [{ https: true, trustProxy: 0 }, false, "check"],
  [{ https: false, trustProxy: 0 }, true, "check"],
  [{ https: true, trustProxy: 0 }, true, "check"],
  [{ https: true, trustProxy: 1 }, true, "good"],
  [{ https: false, trustProxy: 2 }, false, "good"],
])("of proxies %j, with a header that has come: %j, it says %s", (config, wasForwarded, state) => {
  expect(proxyWords(config, wasForwarded).state).toBe(state);
});
