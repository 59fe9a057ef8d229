import { mix, n, type Scene } from './kit.ts'
import { birds, cloud, disc, figure, path, peaks, poly, rect, ridge, sky, times } from './shapes.ts'

/** Dunes under a low sun, with banners in the wind. */
export const dunes = (s: Scene): string => {
  const { w, h, u, r, p } = s
  const warm = [
    mix(p.far, p.sky[2], 0.5),
    mix(p.far, p.sky[2], 0.2),
    mix(p.far, p.near, 0.25),
    mix(p.far, p.near, 0.6),
    p.near,
  ]
  const wind = r.chance(0.5) ? 1 : -1
  const start = w * r.range(0.12, 0.3)
  const count = w > h ? r.int(6, 9) : r.int(3, 5)
  return (
    sky(s, 0.62) +
    disc(s, w * r.range(0.25, 0.75), h * r.range(0.36, 0.5), u * r.range(0.15, 0.26)) +
    birds(s, w * r.range(0.3, 0.7), h * 0.18, r.int(3, 7), p.near) +
    ridge(s, h * 0.6, h * 0.04, r.range(1.5, 3), warm[0]!) +
    ridge(s, h * 0.68, h * 0.05, r.range(1.5, 3), warm[1]!) +
    ridge(s, h * 0.76, h * 0.05, r.range(1.5, 3), warm[2]!) +
    times(count, (i) => {
      const x = start + ((w * 0.7) / count) * i + u * r.range(-0.03, 0.03)
      const foot = h * 0.92
      const height = u * r.range(0.42, 0.72)
      const size = height * r.range(0.26, 0.4)
      const top = foot - height
      const far = x + wind * size
      const cloth = `M${n(x)} ${n(top)}C${n(x + wind * size * 0.35)} ${n(top - size * 0.2)} ${n(x + wind * size * 0.6)} ${n(top + size * 0.2)} ${n(far)} ${n(top)}L${n(far - wind * size * 0.22)} ${n(top + size * 0.33)}L${n(far)} ${n(top + size * 0.66)}C${n(x + wind * size * 0.6)} ${n(top + size * 0.86)} ${n(x + wind * size * 0.35)} ${n(top + size * 0.46)} ${n(x)} ${n(top + size * 0.66)}Z`
      return (
        rect(x - u * 0.004, top - u * 0.02, u * 0.008, height, p.near) +
        path(cloth, i % 2 ? mix(p.accent, p.near, 0.35) : p.accent)
      )
    }) +
    ridge(s, h * 0.85, h * 0.045, r.range(1.5, 3), warm[3]!) +
    ridge(s, h * 0.95, h * 0.03, r.range(1.5, 3), warm[4]!)
  )
}

/** Mesas, a low sun and a rider's trail. */
export const mesas = (s: Scene): string => {
  const { w, h, u, r, p } = s
  const mesa = (x: number, base: number, width: number, height: number, fill: string) =>
    path(
      `M${n(x - width)} ${n(base)}L${n(x - width * 0.62)} ${n(base - height * 0.35)}L${n(x - width * 0.5)} ${n(base - height)}L${n(x + width * 0.42)} ${n(base - height * 0.96)}L${n(x + width * 0.56)} ${n(base - height * 0.4)}L${n(x + width)} ${n(base)}L${n(x + width)} ${h}L${n(x - width)} ${h}Z`,
      fill,
    )
  const cactus = (x: number, y: number, k: number) =>
    path(
      `M${n(x)} ${n(y)}V${n(y - k)}M${n(x)} ${n(y - k * 0.45)}h${n(-k * 0.24)}v${n(-k * 0.26)}M${n(x)} ${n(y - k * 0.3)}h${n(k * 0.24)}v${n(-k * 0.34)}`,
      'none',
      `stroke="${p.near}" stroke-width="${n(k * 0.13)}" stroke-linecap="round" stroke-linejoin="round"`,
    )
  return (
    sky(s, 0.7) +
    disc(s, w * r.range(0.35, 0.65), h * r.range(0.38, 0.5), u * r.range(0.22, 0.3)) +
    times(3, (i) =>
      mesa(w * (0.15 + i * 0.36), h * 0.7, u * r.range(0.12, 0.24), h * r.range(0.12, 0.26), mix(p.far, p.sky[2], 0.4)),
    ) +
    mesa(w * r.range(0.02, 0.16), h * 0.78, u * 0.3, h * r.range(0.28, 0.38), mix(p.far, p.near, 0.3)) +
    mesa(w * r.range(0.84, 0.98), h * 0.78, u * 0.28, h * r.range(0.2, 0.3), mix(p.far, p.near, 0.4)) +
    ridge(s, h * 0.78, h * 0.015, 3, mix(p.far, p.near, 0.55)) +
    ridge(s, h * 0.86, h * 0.02, 2.5, mix(p.far, p.near, 0.85)) +
    figure(w * r.range(0.42, 0.58), h * 0.9, u * 0.24, p.near, true) +
    cactus(w * r.range(0.14, 0.24), h * 0.93, u * 0.22) +
    cactus(w * r.range(0.76, 0.88), h * 0.9, u * 0.16) +
    ridge(s, h * 0.93, h * 0.015, 2, p.near)
  )
}

/** Mountains one behind the other, rays, and a small traveller on the last crest. */
export const mountains = (s: Scene): string => {
  const { w, h, u, r, p } = s
  const x = w * r.range(0.3, 0.7)
  const y = h * r.range(0.32, 0.42)
  const crest = h * 0.85
  const rays = r.int(9, 14)
  return (
    sky(s, 0.7) +
    times(rays, (i) => {
      const a = (i / rays) * Math.PI * 2
      const b = a + Math.PI / rays
      return poly(
        [
          [x, y],
          [x + Math.cos(a) * h * 1.3, y + Math.sin(a) * h * 1.3],
          [x + Math.cos(b) * h * 1.3, y + Math.sin(b) * h * 1.3],
        ],
        p.glow,
        'opacity="0.14"',
      )
    }) +
    disc(s, x, y, u * r.range(0.12, 0.2)) +
    peaks(s, h * 0.62, h * 0.24, r.int(3, 4), mix(p.far, p.sky[2], 0.5)) +
    peaks(s, h * 0.72, h * 0.22, r.int(2, 4), mix(p.far, p.near, 0.15)) +
    cloud(w * r.range(0.1, 0.4), h * 0.66, u * 0.2, p.paper, 'opacity="0.25"') +
    cloud(w * r.range(0.6, 0.9), h * 0.72, u * 0.16, p.paper, 'opacity="0.25"') +
    peaks(s, h * 0.83, h * 0.17, r.int(3, 5), mix(p.far, p.near, 0.6)) +
    figure(w / 2 + (w / 2 - x) * 0.8, crest + h * 0.012, u * 0.13, p.near) +
    path(
      `M0 ${n(crest + h * 0.06)}Q${n(w / 2 + (w / 2 - x) * 0.8)} ${n(crest - h * 0.04)} ${w} ${n(crest + h * 0.08)}V${h}H0Z`,
      p.near,
    )
  )
}

/** Paper waves, row upon row, and a small boat. */
export const sea = (s: Scene): string => {
  const { w, h, u, r, p } = s
  const rows = 7
  const wave = (y: number, size: number, shift: number, fill: string) => {
    let d = `M${n(-size * 2 + shift)} ${h}V${n(y)}`
    for (let x = -size * 2 + shift; x < w + size; x += size) d += `q${n(size * 0.5)} ${n(-size * 0.62)} ${n(size)} 0`
    return path(`${d}V${h}Z`, fill)
  }
  const x = w * r.range(0.35, 0.65)
  const y = h * 0.6
  const k = u * r.range(0.1, 0.14)
  const boat =
    path(
      `M${n(x - k)} ${n(y - k * 0.2)}H${n(x + k)}L${n(x + k * 0.65)} ${n(y + k * 0.35)}H${n(x - k * 0.65)}Z`,
      p.near,
    ) +
    poly(
      [
        [x - k * 0.05, y - k * 0.3],
        [x - k * 0.05, y - k * 2.2],
        [x - k * 0.85, y - k * 0.3],
      ],
      p.paper,
    ) +
    poly(
      [
        [x + k * 0.08, y - k * 0.3],
        [x + k * 0.08, y - k * 1.8],
        [x + k * 0.75, y - k * 0.3],
      ],
      p.accent,
    )
  return (
    sky(s, 0.6) +
    disc(s, w * r.range(0.2, 0.8), h * r.range(0.26, 0.4), u * r.range(0.13, 0.22)) +
    birds(s, x, h * 0.2, r.int(2, 5), p.near) +
    times(rows, (i) => {
      const colour = mix(mix(p.far, p.paper, 0.35), p.near, i / rows)
      return (i === 2 ? boat : '') + wave(h * (0.56 + i * 0.065), u * (0.13 + i * 0.025), -u * r.range(0, 0.2), colour)
    })
  )
}
