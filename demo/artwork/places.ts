import { mix, n, type Scene } from './kit.ts'
import { circle, disc, figure, path, peaks, poly, rect, ridge, sky, skyline, stars, times } from './shapes.ts'

/** A city at night: lit windows, a large moon, one person and a long shadow. */
export const city = (s: Scene): string => {
  const { w, h, u, r, p, linear } = s
  const ground = h * 0.82
  const x = w * r.range(0.32, 0.68)
  const moon = w * r.range(0.2, 0.8)
  const lean = ((x - moon) / w) * u * 0.5
  const tall = u * r.range(0.2, 0.26)
  const foot = ground + (h - ground) * 0.3
  const wet = r.chance(0.45)
  const fall = u * r.range(-0.04, 0.04)
  return (
    sky(s, 0.8) +
    (wet ? '' : stars(s, 70, h * 0.4)) +
    disc(s, moon, h * r.range(0.2, 0.36), u * r.range(0.13, 0.22)) +
    skyline(s, ground, h * 0.2, h * 0.46, mix(p.far, p.sky[2], 0.45)) +
    skyline(s, ground, h * 0.14, h * 0.36, mix(p.far, p.near, 0.35), mix(p.glow, p.accent, 0.3)) +
    skyline(s, ground, h * 0.04, h * 0.2, mix(p.far, p.near, 0.8), p.glow) +
    rect(
      0,
      ground,
      w,
      h - ground,
      linear([
        [0, mix(p.sky[2], p.glow, 0.25)],
        [1, mix(p.sky[1], p.near, 0.35)],
      ]),
    ) +
    poly(
      [
        [x - u * 0.03, foot],
        [x + u * 0.03, foot],
        [x + lean + u * 0.13, h],
        [x + lean - u * 0.13, h],
      ],
      p.near,
      'opacity="0.75"',
    ) +
    figure(x, foot, tall, p.near, true) +
    (wet
      ? times(90, () => {
          const left = r.range(0, w)
          const top = r.range(-0.05, 0.95) * h
          const d = `M${n(left)} ${n(top)}l${n(fall)} ${n(u * r.range(0.06, 0.14))}`
          return path(d, 'none', `stroke="${p.paper}" stroke-width="${n(u * 0.002)}" opacity="0.4"`)
        })
      : '')
  )
}

/** A dark room: light from a window lies across the floor, and somebody stands in it. */
export const room = (s: Scene): string => {
  const { w, h, u, r, p, linear } = s
  const wall = mix(p.near, p.far, 0.4)
  const floor = h * 0.72
  const width = u * r.range(0.4, 0.52)
  const height = Math.min(h * 0.46, width * 1.45)
  const left = w * r.range(0.3, 0.7) - width / 2
  const top = floor - height - h * 0.08
  const slant = u * r.range(-0.35, 0.35)
  const bars = r.int(1, 3)
  const bar = u * 0.012
  const x = left + width * r.range(0.25, 0.75)
  const view = s.clip(rect(left, top, width, height, '#fff'))
  return (
    rect(
      0,
      0,
      w,
      h,
      linear([
        [0, mix(p.near, wall, 0.5)],
        [0.7, wall],
        [1, p.near],
      ]),
    ) +
    rect(
      0,
      floor,
      w,
      h - floor,
      linear([
        [0, mix(p.near, wall, 0.6)],
        [1, p.near],
      ]),
    ) +
    `<g clip-path="${view}">` +
    rect(
      left,
      top,
      width,
      height,
      linear([
        [0, p.sky[0]],
        [0.6, p.sky[1]],
        [1, p.sky[2]],
      ]),
    ) +
    disc(s, left + width * r.range(0.25, 0.75), top + height * r.range(0.35, 0.6), width * 0.19) +
    `<g transform="translate(0 ${n(top + height - h)})">${ridge(s, h - height * 0.14, height * 0.1, r.range(9, 14), p.far)}</g></g>` +
    times(bars, (i) => rect(left + (width * (i + 1)) / (bars + 1) - bar / 2, top, bar, height, p.near)) +
    rect(left, top + height * 0.38, width, bar, p.near) +
    rect(
      left - bar,
      top - bar,
      width + bar * 2,
      height + bar * 2,
      'none',
      `stroke="${p.near}" stroke-width="${n(bar * 2)}"`,
    ) +
    times(bars + 1, (i) => {
      const from = left + (width * i) / (bars + 1) + bar
      const to = left + (width * (i + 1)) / (bars + 1) - bar
      const spread = (value: number) => left + width / 2 + (value - left - width / 2) * 1.75 + slant
      return poly(
        [
          [from, floor],
          [to, floor],
          [spread(to), h],
          [spread(from), h],
        ],
        linear([
          [0, p.glow, 0.75],
          [1, p.glow, 0.15],
        ]),
      )
    }) +
    figure(x, floor + u * 0.06, height * 0.66, mix(p.near, '#000000', 0.3)) +
    poly(
      [
        [x - u * 0.045, floor + u * 0.06],
        [x + u * 0.045, floor + u * 0.06],
        [x + slant * 0.8 + u * 0.09, h],
        [x + slant * 0.8 - u * 0.09, h],
      ],
      p.near,
      'opacity="0.55"',
    )
  )
}

/** A castle on its rock under a crescent, with drifting lights. */
export const castle = (s: Scene): string => {
  const { w, h, u, r, p } = s
  const x = w * r.range(0.38, 0.62)
  const base = h * 0.68
  const stone = mix(p.far, p.near, 0.7)
  const moon = u * r.range(0.12, 0.18)
  const moonX = x + u * r.range(-0.22, 0.22)
  const moonY = h * 0.22
  const tower = (dx: number, width: number, height: number) =>
    rect(x + dx - width / 2, base - height, width, height + u * 0.1, stone) +
    poly(
      [
        [x + dx - width * 0.75, base - height],
        [x + dx, base - height - width * 2.1],
        [x + dx + width * 0.75, base - height],
      ],
      mix(p.accent, p.near, 0.35),
    ) +
    rect(x + dx - width * 0.1, base - height + width * 0.5, width * 0.2, width * 0.45, p.glow)
  return (
    sky(s, 0.8) +
    stars(s, 110, h * 0.6) +
    disc(s, moonX, moonY, moon) +
    peaks(s, h * 0.7, h * 0.3, r.int(3, 4), mix(p.far, p.sky[2], 0.45)) +
    tower(-u * 0.15, u * 0.05, u * r.range(0.16, 0.24)) +
    tower(u * 0.16, u * 0.055, u * r.range(0.14, 0.26)) +
    tower(-u * 0.07, u * 0.07, u * r.range(0.26, 0.34)) +
    tower(u * 0.06, u * 0.08, u * r.range(0.36, 0.46)) +
    rect(x - u * 0.17, base - u * 0.1, u * 0.34, u * 0.2, stone) +
    path(
      `M${n(x - u * 0.55)} ${h}Q${n(x - u * 0.2)} ${n(base + u * 0.08)} ${n(x - u * 0.19)} ${n(base)}L${n(x + u * 0.2)} ${n(base)}Q${n(x + u * 0.24)} ${n(base + u * 0.1)} ${n(x + u * 0.6)} ${h}Z`,
      mix(p.far, p.near, 0.8),
    ) +
    ridge(s, h * 0.86, h * 0.04, r.range(3, 5), mix(p.far, p.near, 0.55)) +
    ridge(s, h * 0.94, h * 0.03, r.range(3, 5), p.near) +
    times(26, () => circle(r.range(0, w), h * r.range(0.5, 0.98), u * r.range(0.002, 0.007), p.glow, 'opacity="0.85"'))
  )
}

/** Doorways within doorways, a light at the end and somebody in it. */
export const corridor = (s: Scene): string => {
  const { w, h, u, r, p, linear, radial } = s
  const x = w * r.range(0.4, 0.6)
  const y = h * r.range(0.46, 0.56)
  const count = r.int(7, 10)
  const turn = r.chance(0.5) ? r.range(-3.2, 3.2) : 0
  const frames = times(count, (i) => {
    const k = (1 - i / count) ** 1.6
    const width = Math.max(w, h * 0.7) * 1.25 * k + u * 0.16
    const height = Math.max(h, w * 0.6) * 1.25 * k + u * 0.3
    const colour = i % 2 ? mix(p.sky[1], p.near, 0.75 * k) : mix(p.sky[2], p.near, 0.25 + 0.6 * k)
    return rect(
      x - width / 2,
      y - height / 2,
      width,
      height,
      colour,
      `transform="rotate(${n(turn * (count - i))} ${n(x)} ${n(y)})"`,
    )
  })
  const foot = y + u * 0.16
  return (
    rect(0, 0, w, h, p.near) +
    frames +
    circle(
      x,
      y,
      u * 0.42,
      radial([
        [0, p.glow, 0.75],
        [1, p.glow, 0],
      ]),
    ) +
    rect(x - u * 0.085, y - u * 0.15, u * 0.17, u * 0.31, p.glow) +
    poly(
      [
        [x - u * 0.085, foot],
        [x + u * 0.085, foot],
        [x + u * 0.42, h],
        [x - u * 0.42, h],
      ],
      linear([
        [0, p.glow, 0.8],
        [1, p.accent, 0],
      ]),
    ) +
    figure(x, foot + u * 0.012, u * 0.24, p.near, r.chance(0.4)) +
    poly(
      [
        [x - u * 0.03, foot + u * 0.01],
        [x + u * 0.03, foot + u * 0.01],
        [x + u * 0.11, h],
        [x - u * 0.11, h],
      ],
      p.near,
      'opacity="0.7"',
    )
  )
}

/** Strings of lamps and bunting over the roofs on a festive evening. */
export const party = (s: Scene): string => {
  const { w, h, u, r, p, radial } = s
  const lamp = radial([
    [0, p.glow, 0.8],
    [1, p.glow, 0],
  ])
  const strings = r.int(4, 6)
  const hang = (i: number) => {
    const left = h * (0.04 + i * 0.11) + u * r.range(-0.06, 0.06)
    const right = h * (0.04 + i * 0.11) + u * r.range(-0.06, 0.06)
    const sag = u * r.range(0.1, 0.24)
    const at = (t: number) => [w * t, left + (right - left) * t + 4 * sag * t * (1 - t)] as const
    const count = w > h ? r.int(13, 19) : r.int(7, 11)
    const flags = i % 2 === 1
    return (
      path(
        `M0 ${n(left)}Q${n(w / 2)} ${n((left + right) / 2 + sag * 2)} ${w} ${n(right)}`,
        'none',
        `stroke="${p.near}" stroke-width="${n(u * 0.005)}"`,
      ) +
      times(count, (k) => {
        const [x, y] = at((k + 0.5) / count)
        const size = (w / count) * 0.33
        if (flags)
          return poly(
            [
              [x - size, y - u * 0.002],
              [x + size, y - u * 0.002],
              [x, y + size * 2.1],
            ],
            [p.accent, p.paper, p.far, p.glow][k % 4]!,
          )
        const colour = [p.glow, p.accent, p.paper][k % 3]!
        return (
          circle(x, y + u * 0.03, u * 0.085, lamp) +
          rect(x - u * 0.006, y, u * 0.012, u * 0.018, p.near) +
          circle(x, y + u * 0.036, u * 0.022, colour)
        )
      })
    )
  }
  return (
    sky(s, 0.8) +
    disc(s, w * r.range(0.25, 0.75), h * r.range(0.6, 0.7), u * r.range(0.16, 0.24)) +
    skyline(s, h * 0.88, h * 0.04, h * 0.17, mix(p.far, p.sky[2], 0.35)) +
    skyline(s, h * 0.95, h * 0.03, h * 0.13, mix(p.far, p.near, 0.6), p.glow) +
    times(strings, hang) +
    times(9, (i) =>
      figure(
        w * (0.06 + i * 0.11) + u * r.range(-0.02, 0.02),
        h + u * 0.02,
        u * r.range(0.15, 0.22),
        p.near,
        r.chance(0.25),
      ),
    )
  )
}
