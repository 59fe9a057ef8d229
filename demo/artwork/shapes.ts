import { mix, n, type Scene } from './kit.ts'

export const times = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('')

export const circle = (x: number, y: number, radius: number, fill: string, rest = ''): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}" ${rest}/>`

export const rect = (x: number, y: number, w: number, h: number, fill: string, rest = ''): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}" ${rest}/>`

export const poly = (points: [number, number][], fill: string, rest = ''): string =>
  `<polygon points="${points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')}" fill="${fill}" ${rest}/>`

export const path = (d: string, fill: string, rest = ''): string => `<path d="${d}" fill="${fill}" ${rest}/>`

/** The whole sheet in the colours of the sky. */
export const sky = ({ w, h, p, linear }: Scene, horizon = 0.75): string =>
  rect(
    0,
    0,
    w,
    h,
    linear([
      [0, p.sky[0]],
      [horizon * 0.6, p.sky[1]],
      [horizon, p.sky[2]],
      [1, p.sky[2]],
    ]),
  )

/** A sun or moon with its halo. */
export const disc = (s: Scene, x: number, y: number, radius: number, colour = s.p.glow): string =>
  circle(
    x,
    y,
    radius * 2.8,
    s.radial([
      [0, colour, 0.55],
      [0.4, colour, 0.22],
      [1, colour, 0],
    ]),
  ) +
  circle(
    x,
    y,
    radius,
    s.linear([
      [0, colour],
      [1, mix(colour, s.p.sky[2], 0.45)],
    ]),
  )

export const stars = ({ w, r, p }: Scene, count: number, below: number): string =>
  times(count, () =>
    circle(r.range(0, w), r.range(0, below), r.next() ** 3 * 3.4 + 0.7, p.paper, `opacity="${n(r.range(0.3, 1))}"`),
  )

/** A line of hills across the sheet, filled down to its foot. */
export const ridge = ({ w, h, r }: Scene, y: number, height: number, waves: number, fill: string): string => {
  const parts = [1, 2.3, 4.1].map((factor) => ({ factor, phase: r.range(0, 7), size: 1 / factor }))
  const at = (x: number) =>
    y -
    (height / 1.7) *
      parts.reduce((sum, { factor, phase, size }) => sum + size * Math.sin((x / w) * waves * factor + phase), 0)
  const steps = Array.from({ length: 61 }, (_, index) => (w * index) / 60)
  return path(`M0 ${h}${steps.map((x) => `L${n(x)} ${n(at(x))}`).join('')}L${w} ${h}Z`, fill)
}

/** A jagged line of mountains, filled down to its foot. */
export const peaks = ({ w, h, r }: Scene, y: number, height: number, count: number, fill: string): string => {
  let d = `M0 ${h}L0 ${n(y)}`
  for (let index = 0; index < count; index++) {
    const left = (w * index) / count
    const step = w / count
    const top = y - height * r.range(0.45, 1)
    const x = left + step * r.range(0.35, 0.65)
    d += `L${n(x - step * 0.18)} ${n(top + height * 0.22)}L${n(x)} ${n(top)}`
    d += `L${n(x + step * 0.12)} ${n(top + height * 0.18)}L${n(x + step * 0.2)} ${n(top + height * 0.24)}`
    d += `L${n(left + step)} ${n(y - height * r.range(0, 0.2))}`
  }
  return path(`${d}L${w} ${h}Z`, fill)
}

/** A row of buildings standing on a line, with lit windows when a light is given. */
export const skyline = (s: Scene, base: number, low: number, high: number, fill: string, light?: string): string => {
  const { w, h, u, r } = s
  let drawn = ''
  for (let x = -u * r.range(0, 0.08); x < w;) {
    const width = u * r.range(0.07, 0.17)
    const height = r.range(low, high)
    const top = base - height
    drawn += rect(x, top, width + 1, h - top, fill)
    if (r.chance(0.35)) drawn += rect(x + width * 0.3, top - u * 0.025, width * 0.4, u * 0.03, fill)
    if (r.chance(0.25)) drawn += rect(x + width * 0.48, top - u * 0.1, u * 0.006, u * 0.11, fill)
    if (light) {
      const pane = u * 0.011
      const columns = Math.floor((width - pane) / (pane * 2.3))
      const inset = (width - columns * pane * 2.3 + pane * 1.3) / 2
      for (let row = 0; row * pane * 3.1 < height - pane * 6; row++)
        for (let column = 0; column < columns; column++)
          if (r.chance(0.3))
            drawn += rect(
              x + inset + column * pane * 2.3,
              top + pane * 3 + row * pane * 3.1,
              pane,
              pane * 1.5,
              light,
              `opacity="${n(r.range(0.45, 1))}"`,
            )
    }
    x += width
  }
  return drawn
}

/** A person seen from behind in a long coat, standing at (x, y). */
export const figure = (x: number, y: number, height: number, fill: string, hat = false): string => {
  const k = height / 100
  const at = (dx: number, dy: number) => `${n(x + dx * k)} ${n(y - dy * k)}`
  return (
    circle(x, y - 91 * k, 8.2 * k, fill) +
    path(
      `M${at(-4, 84)}C${at(-12, 82)} ${at(-15, 78)} ${at(-16, 66)}L${at(-18, 40)}L${at(-14, 39)}L${at(-14, 20)}` +
        `L${at(-9, 20)}L${at(-9, 0)}L${at(-1.5, 0)}L${at(-0.5, 20)}L${at(0.5, 20)}L${at(1.5, 0)}L${at(9, 0)}` +
        `L${at(9, 20)}L${at(14, 20)}L${at(14, 39)}L${at(18, 40)}L${at(16, 66)}C${at(15, 78)} ${at(12, 82)} ${at(4, 84)}Z`,
      fill,
    ) +
    (hat ? path(`M${at(-14, 94)}L${at(14, 94)}L${at(9, 97)}L${at(7, 105)}L${at(-7, 105)}L${at(-9, 97)}Z`, fill) : '')
  )
}

export const birds = ({ u, r }: Scene, x: number, y: number, count: number, colour: string): string =>
  times(count, () => {
    const size = u * r.range(0.012, 0.026)
    const left = x + u * r.range(-0.2, 0.2)
    const top = y + u * r.range(-0.08, 0.08)
    const d = `M${n(left - size)} ${n(top - size * 0.5)}Q${n(left - size * 0.3)} ${n(top - size * 0.7)} ${n(left)} ${n(top)}`
    return path(
      `${d}Q${n(left + size * 0.3)} ${n(top - size * 0.7)} ${n(left + size)} ${n(top - size * 0.5)}`,
      'none',
      `stroke="${colour}" stroke-width="${n(u * 0.005)}" stroke-linecap="round"`,
    )
  })

export const cloud = (x: number, y: number, size: number, fill: string, rest = ''): string =>
  path(
    `M${n(x - size)} ${n(y)}a${n(size * 0.3)} ${n(size * 0.3)} 0 0 1 ${n(size * 0.35)} ${n(-size * 0.3)}` +
      `a${n(size * 0.5)} ${n(size * 0.5)} 0 0 1 ${n(size * 0.9)} ${n(-size * 0.12)}` +
      `a${n(size * 0.32)} ${n(size * 0.32)} 0 0 1 ${n(size * 0.6)} ${n(size * 0.42)}Z`,
    fill,
    rest,
  )
