import { mix, n, type Scene } from './kit.ts'
import { birds, circle, disc, figure, path, poly, rect, ridge, sky, skyline, stars, times } from './shapes.ts'

/** Two suns that overlap above still water. */
export const suns = (s: Scene): string => {
  const { w, h, u, r, p, linear, clip } = s
  const line = h * r.range(0.6, 0.68)
  const size = u * r.range(0.22, 0.28)
  const middle = w * r.range(0.42, 0.58)
  const tilt = u * r.range(-0.06, 0.06)
  const a = [middle - size * 0.58, line - size * r.range(0.9, 1.35) - tilt] as const
  const b = [middle + size * 0.58, line - size * r.range(0.9, 1.35) + tilt] as const
  const above = clip(rect(0, 0, w, line, '#fff'))
  const first = clip(circle(...a, size, '#fff'))
  return (
    sky(s, 0.66) +
    `<g clip-path="${above}">` +
    disc(s, ...a, size, p.accent) +
    disc(s, ...b, size, p.glow) +
    `<g clip-path="${first}">${circle(...b, size, mix(p.glow, p.accent, 0.5))}</g>` +
    birds(s, middle, line - size * 2.7, r.int(2, 5), p.near) +
    (r.chance(0.6) ? ridge(s, line - h * 0.01, h * 0.03, r.range(2, 4), mix(p.far, p.sky[2], 0.15)) : '') +
    '</g>' +
    rect(
      0,
      line,
      w,
      h - line,
      linear([
        [0, mix(p.sky[2], p.far, 0.45)],
        [0.4, mix(p.far, p.near, 0.25)],
        [1, p.near],
      ]),
    ) +
    times(15, (i) => {
      const y = line + (h - line) * ((i + 0.5) / 15) ** 1.35
      const span = size * (1.65 - i * 0.085) * r.range(0.65, 1.05)
      const x = middle + u * r.range(-0.05, 0.05)
      return rect(
        x - span,
        y,
        span * 2,
        u * (0.006 + i * 0.0011),
        i % 2 ? p.glow : p.accent,
        `rx="${n(u * 0.006)}" opacity="${n(0.9 - i * 0.045)}"`,
      )
    })
  )
}

/** A ringed planet over a horizon, with a beam of light and one who looks up. */
export const planet = (s: Scene): string => {
  const { w, h, u, r, p, linear, radial, clip } = s
  const x = w * r.range(0.3, 0.7)
  const y = h * r.range(0.28, 0.38)
  const size = u * r.range(0.19, 0.27)
  const tilt = r.range(-28, 28)
  const beam = w * r.range(0.25, 0.75)
  const ground = h * 0.86
  const ring = (half: string) =>
    `<g transform="rotate(${n(tilt)} ${n(x)} ${n(y)})" clip-path="${clip(half)}">` +
    times(
      3,
      (i) =>
        `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(size * (1.5 + i * 0.19))}" ry="${n(size * (0.36 + i * 0.05))}" fill="none" stroke="${[p.glow, p.accent, p.paper][i]}" stroke-width="${n(size * (0.11 - i * 0.03))}" opacity="0.9"/>`,
    ) +
    '</g>'
  return (
    sky(s, 0.9) +
    stars(s, 240, h * 0.85) +
    circle(
      w * r.range(0, 1),
      h * r.range(0.2, 0.7),
      u * 0.7,
      radial([
        [0, p.sky[2], 0.45],
        [1, p.sky[2], 0],
      ]),
    ) +
    ring(rect(0, y - h, w * 2, h, '#fff', `transform="translate(${n(-w / 2)} 0)"`)) +
    circle(
      x,
      y,
      size,
      linear(
        [
          [0, p.glow],
          [0.5, p.accent],
          [1, mix(p.accent, p.near, 0.75)],
        ],
        [0.1, 0, 0.9, 1],
      ),
    ) +
    `<g clip-path="${clip(circle(x, y, size, '#fff'))}"><g transform="rotate(${n(tilt)} ${n(x)} ${n(y)})">` +
    times(4, (i) =>
      rect(
        x - size,
        y + size * (-0.65 + i * 0.36 + r.range(-0.05, 0.05)),
        size * 2,
        size * r.range(0.05, 0.15),
        p.near,
        'opacity="0.14"',
      ),
    ) +
    '</g></g>' +
    ring(rect(-w / 2, y, w * 2, h, '#fff')) +
    circle(w - x * 0.9, h * r.range(0.1, 0.6), u * r.range(0.02, 0.05), mix(p.glow, p.sky[1], 0.3)) +
    poly(
      [
        [beam - u * 0.012, 0],
        [beam + u * 0.012, 0],
        [beam + u * 0.17, ground + h * 0.03],
        [beam - u * 0.17, ground + h * 0.03],
      ],
      linear([
        [0, p.paper, 0.05],
        [1, p.paper, 0.55],
      ]),
    ) +
    ridge(s, ground, h * 0.035, r.range(4, 8), mix(p.far, p.near, 0.45)) +
    `<ellipse cx="${n(beam)}" cy="${n(ground + h * 0.045)}" rx="${n(u * 0.18)}" ry="${n(u * 0.03)}" fill="${p.paper}" opacity="0.55"/>` +
    figure(beam, ground + h * 0.045, u * 0.12, p.near) +
    ridge(s, h * 0.95, h * 0.02, r.range(3, 6), p.near)
  )
}

const bright = ({ p }: Scene): string[] => [p.accent, p.glow, p.sky[0], p.far, p.paper, p.sky[1]]

/** Wide arcs of colour and a fall of confetti. */
export const confetti = (s: Scene): string => {
  const { w, h, u, r, p, linear } = s
  const all = bright(s)
  const turn = r.int(0, all.length - 1)
  const colours = [...all.slice(turn), ...all.slice(0, turn)]
  const x = r.pick([0, w, w * 0.5, w * 0.28, w * 0.72])
  const y = h * r.pick([1, 0.94, 0.78, 0.7])
  const bands = r.int(5, 7)
  const outer = u * r.range(0.6, 1.05)
  return (
    rect(
      0,
      0,
      w,
      h,
      linear([
        [0, p.paper],
        [1, mix(p.paper, p.sky[2], 0.9)],
      ]),
    ) +
    times(bands, (i) => circle(x, y, outer * (1 - i / (bands + 0.6)), colours[i % colours.length]!)) +
    (r.chance(0.5)
      ? circle(w - x * 0.8 - w * 0.1, h * 0.24, u * 0.15, p.accent) +
        circle(w - x * 0.8 - w * 0.1, h * 0.24, u * 0.09, p.paper)
      : '') +
    times(95, () => {
      const left = r.range(0, w)
      const top = r.next() ** 1.5 * h * 0.82
      const size = u * r.range(0.008, 0.02)
      const colour = r.pick([p.accent, p.sky[0], p.far, p.near, p.glow])
      const turn = `transform="rotate(${n(r.range(0, 180))} ${n(left)} ${n(top)})"`
      const kind = r.int(0, 3)
      if (kind === 0) return circle(left, top, size * 0.7, colour)
      if (kind === 1) return rect(left, top, size * 2, size * 0.8, colour, turn)
      if (kind === 2)
        return poly(
          [
            [left, top - size],
            [left + size, top + size * 0.7],
            [left - size, top + size * 0.7],
          ],
          colour,
          turn,
        )
      return path(
        `M${n(left - size * 1.6)} ${n(top)}q${n(size * 0.8)} ${n(-size * 1.6)} ${n(size * 1.6)} 0t${n(size * 1.6)} 0`,
        'none',
        `stroke="${colour}" stroke-width="${n(size * 0.55)}" stroke-linecap="round" ${turn}`,
      )
    })
  )
}

/** A patchwork of quarter circles, as on a printed tile. */
export const tiles = (s: Scene): string => {
  const { w, h, r, p } = s
  const columns = w > h ? 8 : 4
  const size = w / columns
  const rows = Math.ceil(h / size)
  const colours = [p.accent, p.glow, p.sky[0], p.far, p.paper, p.near, p.sky[1]]
  return times(columns * rows, (i) => {
    const x = (i % columns) * size
    const y = Math.floor(i / columns) * size
    const ground = r.pick(colours)
    const rest = colours.filter((colour) => colour !== ground)
    const top = r.pick(rest)
    const inner = r.pick(rest.filter((colour) => colour !== top))
    const quarter = (k: number, fill: string) =>
      path(`M${n(x)} ${n(y)}h${n(size * k)}A${n(size * k)} ${n(size * k)} 0 0 1 ${n(x)} ${n(y + size * k)}Z`, fill)
    const kind = r.int(0, 5)
    const drawn =
      kind === 0
        ? circle(x + size / 2, y + size / 2, size * 0.36, top) + circle(x + size / 2, y + size / 2, size * 0.16, inner)
        : kind === 1
          ? path(
              `M${n(x)} ${n(y + size / 2)}A${n(size / 2)} ${n(size / 2)} 0 0 1 ${n(x + size)} ${n(y + size / 2)}Z`,
              top,
            ) +
            path(`M${n(x)} ${n(y + size)}A${n(size / 2)} ${n(size / 2)} 0 0 1 ${n(x + size)} ${n(y + size)}Z`, inner)
          : quarter(1, top) + quarter(0.62, inner) + (kind > 3 ? quarter(0.28, ground) : '')
    return (
      rect(x, y, size + 1, size + 1, ground) +
      `<g transform="rotate(${90 * r.int(0, 3)} ${n(x + size / 2)} ${n(y + size / 2)})">${drawn}</g>`
    )
  })
}

/** Speed: slanting bands of light over a skyline and a disc they cut through. */
export const speed = (s: Scene): string => {
  const { w, h, u, r, p, linear } = s
  const slope = r.range(0.45, 0.8) * (r.chance(0.5) ? 1 : -1)
  const x = w * r.range(0.35, 0.65)
  const y = h * r.range(0.34, 0.44)
  const size = u * r.range(0.25, 0.34)
  const span = w + h
  const band = (at: number, thick: number, fill: string, opacity: number) =>
    poly(
      [
        [-span, at - slope * (-span - w / 2)],
        [span * 2, at - slope * (span * 2 - w / 2)],
        [span * 2, at + thick - slope * (span * 2 - w / 2)],
        [-span, at + thick - slope * (-span - w / 2)],
      ],
      fill,
      `opacity="${opacity}"`,
    )
  return (
    sky(s, 0.8) +
    times(16, () =>
      band(r.range(-h * 0.2, h * 1.1), u * r.range(0.004, 0.05), r.pick([p.glow, p.sky[2], p.far]), 0.22),
    ) +
    disc(s, x, y, size, r.chance(0.5) ? p.accent : p.glow) +
    times(5, (i) =>
      band(
        y + (i - 2) * size * 0.5 + u * r.range(-0.03, 0.03),
        u * r.range(0.006, 0.028),
        i % 2 ? p.sky[1] : p.sky[0],
        1,
      ),
    ) +
    skyline(s, h * 0.86, h * 0.08, h * 0.3, mix(p.far, p.sky[2], 0.2)) +
    skyline(s, h * 0.92, h * 0.04, h * 0.2, mix(p.far, p.near, 0.6), p.glow) +
    times(7, () => band(h * r.range(0.5, 1.15), u * r.range(0.003, 0.012), r.pick([p.paper, p.accent, p.glow]), 0.9)) +
    rect(
      0,
      h * 0.8,
      w,
      h * 0.2,
      linear([
        [0, p.near, 0],
        [1, p.near, 1],
      ]),
    )
  )
}
