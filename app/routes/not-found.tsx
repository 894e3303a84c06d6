// Every address that is none of ours.
import "~/screens/kit";
export const loader = () => {
  throw new Response("Not Found", { status: 404, statusText: "Not Found" });
};

export default function NotFound() {
  return null;
}
