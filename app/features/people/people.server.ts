// Exports what the operator sees and does about users.
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
