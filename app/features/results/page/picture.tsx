// Draws a chart as SVG, with a table of the same figures below it.
import type { ReactNode } from "react";
import { classNames } from "~/ui/class-names";
import { Icon } from "~/ui/icons/icon";
import { invented } from "./words";

export interface Mark {
  at: number;
  label: string;
}

export interface Drawing {
  size: "wide" | "mid" | "phone";
  width: number;
  height: number;
  left: number;
  right: number;
  floor: number;
  across: Mark[];
  up: Mark[];
  spans: string;
  dots: string;
  line: string;
  mean: number | null;
  labels: { x: number; y: number; text: string }[];
}

interface PictureProps {
  drawings: readonly Drawing[];
  finding: string;
  isInvented: boolean;
  /** A `table` with the same figures. */
  children: ReactNode;
}

export function Picture({ drawings, finding, isInvented, children }: PictureProps) {
  const title = isInvented ? `${finding} ${invented}.` : finding;
  return (
    <>
      {drawings.map((drawing) => (
        <Drawn {...drawing} title={title} key={drawing.size} />
      ))}
      {isInvented && <p className="hint">{invented}</p>}
      <details className="fold">
        <summary>
          <Icon of="chevron-right" />
          View as table
        </summary>
        {children}
      </details>
    </>
  );
}

function Drawn({ size, title, ...of }: Drawing & { title: string }) {
  return (
    <svg className={classNames("chart", `chart--${size}`)} viewBox={`0 0 ${of.width} ${of.height}`} role="img">
      <title>{title}</title>
      {of.up.map(({ at, label }) => (
        <g key={at}>
          <line
            className={at === of.floor ? "chart__base" : "chart__axis"}
            x1={of.left}
            x2={of.right}
            y1={at}
            y2={at}
          />
          <text className="chart__end" x={of.left - 6} y={at + 4}>
            {label}
          </text>
        </g>
      ))}
      {of.across.map(({ at, label }) => (
        <text className="chart__mid" x={at} y={of.floor + 20} key={at}>
          {label}
        </text>
      ))}
      {of.mean !== null && <line className="chart__mean" x1={of.left} x2={of.right} y1={of.mean} y2={of.mean} />}
      {of.spans && <path className="chart__spans" d={of.spans} />}
      {of.line && <path className="chart__line" d={of.line} />}
      <path className="chart__dots" d={of.dots} />
      {of.labels.map(({ x, y, text }) => (
        <text className="chart__mid chart__strong" x={x} y={y} key={x}>
          {text}
        </text>
      ))}
    </svg>
  );
}
