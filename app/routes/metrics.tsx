// GET /metrics: metrics for Prometheus.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { getApp } from "~/app.server";
import { answerMetrics } from "~/http/door/metrics.server";

export const loader = ({ request }: LoaderFunctionArgs) => answerMetrics(getApp(), request);
