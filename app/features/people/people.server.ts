// People, as whoever runs the server sees and acts on them.
export { listPeople, type Person } from "./list.server";
export {
  type Actor,
  countAtStake,
  deletePerson,
  disablePerson,
  enablePerson,
  linkForPassword,
  readSpending,
  requireActor,
  setShare,
} from "./operate.server";
export { isOperator, nameOperator, tellBackupFailed } from "./operator.server";
