// People, as whoever runs the server sees and acts on them.
export { isOperator, nameOperator } from "./operator.server";
