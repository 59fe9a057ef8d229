import { runsOf, stack } from './scale.ts'
import styles from './Plot.module.css'
import type { Point, Series } from './types.ts'

type Place = {
  series: readonly Series[]
  points: readonly Point[]
  /** Position of a point or a value, in px. */
  x: (index: number) => number
  y: (value: number) => number
}

const WIDEST_BAR = 28

/** Stacked bars. */
export function Bars({ series, points, band, x, y }: Place & { band: number }) {
  const width = Math.max(1, Math.min(WIDEST_BAR, band * 0.66))
  // Separates the parts by 1 px, where there is room.
  const gap = width > 4 ? 1 : 0
  return points.map(({ id, values, isRunning }, index) =>
    stack(values).map(({ series: of, from, to }) => (
      <rect
        key={`${id} ${of}`}
        x={x(index) - width / 2}
        y={Math.min(y(from), y(to))}
        width={width}
        height={Math.max(1, Math.abs(y(to) - y(from)) - gap)}
        rx={Math.min(2, width / 4)}
        fill={series[of]!.color}
        stroke={series[of]!.color}
        className={styles.bar}
        data-running={isRunning}
      />
    )),
  )
}

/** Maximum number of points for a line with dots. */
const DOTS = 32

/** Lines with gaps where there is no value. */
export function Lines({ series, points, x, y, at, isArea }: Place & { at: number | undefined; isArea: boolean }) {
  return series.map(({ id, color }, of) => {
    const places = points.map(({ values }, index) => {
      const value = values[of] ?? null
      return value === null ? null : ([x(index), y(value)] as const)
    })
    const chosen = at === undefined ? null : places[at]
    return (
      <g key={id}>
        {runsOf(places).map((run) => {
          const path = `M${run.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join('L')}`
          return (
            <g key={run[0]![0]}>
              {isArea && (
                <path d={`${path}V${y(0)}H${run[0]![0].toFixed(1)}Z`} fill={color} className={styles.ground} />
              )}
              <path d={path} stroke={color} className={styles.stroke} />
              {(run.length === 1 || points.length <= DOTS) &&
                run.map(([px, py]) => <circle key={px} cx={px} cy={py} r={2.5} fill={color} />)}
              {points.at(-1)!.isRunning && run.at(-1)![0] === x(points.length - 1) && (
                <circle className={styles.running} cx={run.at(-1)![0]} cy={run.at(-1)![1]} r={4} stroke={color} />
              )}
            </g>
          )
        })}
        {chosen && <circle className={styles.chosen} cx={chosen[0]} cy={chosen[1]} r={5} fill={color} />}
      </g>
    )
  })
}
