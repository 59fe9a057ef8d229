import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { labelEvery, ticksOf } from './scale.ts'
import styles from './Plot.module.css'
import { Bars, Lines } from './Marks.tsx'
import type { Format, Kind, Point, Series } from './types.ts'
import { useWidth } from './useWidth.ts'
import { labelOf, partsOf, sayPoint } from './labels.ts'

const PLOT_HEIGHT = 240
const TOP = 8
const BOTTOM = 24
/** Width of a character at 12 px, rounded up. */
const CHARACTER = 7
const GAP = 14

type Props = {
  /** Name of the chart. */
  label: string
  kind: Kind
  series: readonly Series[]
  points: readonly Point[]
  format: Format
  /** The parts add up to a named total. */
  total?: boolean | undefined
}

/**
 * Chart over days or months. Arrow keys move between points and read them out, like a slider; the pointer shows the
 * same text.
 */
export function Plot({ label, kind, series, points, format, total }: Props) {
  const [frame, width] = useWidth<HTMLDivElement>()
  const [chosen, setChosen] = useState<number>()
  const last = points.length - 1
  const at = chosen === undefined ? undefined : Math.min(chosen, last)

  const values = kind === 'bars' ? points.flatMap(sums) : points.flatMap((point) => point.values)
  const ticks = ticksOf(values, format.isInteger, kind === 'lines')
  const [low, high] = [ticks[0]!, ticks.at(-1)!]
  const left = Math.max(...ticks.map((tick) => format.short(tick).length)) * CHARACTER + 10
  const band = Math.max(0, width - left) / points.length
  const x = (index: number) => left + band * (index + 0.5)
  const y = (value: number) => TOP + ((high - value) / (high - low)) * (PLOT_HEIGHT - TOP - BOTTOM)
  const every = labelEvery(band, Math.max(...points.map(({ short }) => short.length)) * CHARACTER + GAP)

  const onPointer = ({ clientX, currentTarget }: PointerEvent) => {
    const from = currentTarget.getBoundingClientRect().left + left
    setChosen(Math.max(0, Math.min(last, Math.floor((clientX - from) / band))))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const now = at ?? last
    const steps: Record<string, number | undefined> = {
      ArrowLeft: now - 1,
      ArrowDown: now - 1,
      ArrowRight: now + 1,
      ArrowUp: now + 1,
      PageDown: now - 7,
      PageUp: now + 7,
      Home: 0,
      End: last,
    }
    if (event.key === 'Escape') return setChosen(undefined)
    const to = steps[event.key]
    if (to === undefined) return
    event.preventDefault()
    setChosen(Math.max(0, Math.min(last, to)))
  }

  return (
    <div
      ref={frame}
      className={styles.plot}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-roledescription="chart"
      aria-valuemin={1}
      aria-valuemax={points.length}
      aria-valuenow={(at ?? last) + 1}
      aria-valuetext={sayPoint(points[at ?? last]!, { series, format, total })}
      onPointerMove={onPointer}
      onPointerDown={onPointer}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setChosen(undefined)}
      onFocus={({ target }) => target.matches(':focus-visible') && setChosen(at ?? last)}
      onBlur={() => setChosen(undefined)}
      onKeyDown={onKeyDown}
    >
      {width > 0 && (
        <svg className={styles.svg} width={width} height={PLOT_HEIGHT} aria-hidden>
          {at !== undefined && (
            <rect
              className={styles.band}
              x={x(at) - Math.max(band, 6) / 2}
              y={TOP}
              width={Math.max(band, 6)}
              height={PLOT_HEIGHT - TOP - BOTTOM}
              rx={4}
            />
          )}
          {ticks.map((tick) => (
            <g key={tick}>
              <line
                className={styles.line}
                data-zero={tick === 0 || undefined}
                x1={left}
                x2={width}
                y1={y(tick)}
                y2={y(tick)}
              />
              <text className={styles.tick} x={left - 8} y={y(tick) + 4} textAnchor="end">
                {format.short(tick)}
              </text>
            </g>
          ))}
          {points.map(
            ({ id, short }, index) =>
              index % every === 0 && (
                <text key={id} className={styles.tick} x={x(index)} y={PLOT_HEIGHT - 4} textAnchor="middle">
                  {short}
                </text>
              ),
          )}
          {kind === 'bars' ? (
            <Bars {...{ series, points, band, x, y }} />
          ) : (
            <Lines {...{ series, points, x, y, at, isArea: kind === 'area' }} />
          )}
        </svg>
      )}
      {at !== undefined && width > 0 && (
        <div
          className={styles.tooltip}
          style={x(at) < width / 2 ? { left: x(at) + band / 2 + 8 } : { right: width - x(at) + band / 2 + 8 }}
          aria-hidden
        >
          <Spoken point={points[at]!} {...{ series, format, total }} />
        </div>
      )}
    </div>
  )
}

/** Returns the upper and lower ends of a stacked bar. */
const sums = ({ values }: Point): number[] => [
  values.reduce<number>((sum, value) => sum + Math.max(0, value ?? 0), 0),
  values.reduce<number>((sum, value) => sum + Math.min(0, value ?? 0), 0),
]

type SpokenProps = Pick<Props, 'series' | 'format' | 'total'> & { point: Point }

const Spoken = ({ point, ...how }: SpokenProps) => (
  <>
    <p className={styles.when}>{labelOf(point)}</p>
    {partsOf(point, how).map(([name, value], at) => (
      <p key={name} className={styles.value} data-total={at === how.series.length || undefined}>
        {how.series[at] && <i style={{ background: how.series[at].color }} />}
        {name}
        <b>{value}</b>
      </p>
    ))}
  </>
)
