import { mix, n, type Scene } from './kit.ts'
import { birds, circle, cloud, disc, figure, path, peaks, poly, rect, ridge, sky, skyline, stars, times } from './shapes.ts'

/** A city at night: lit windows, a large moon, one person and a long shadow. */
export const city = (s: Scene): string => {
  const { w, h, u, r, p, linear } = s
  const ground = h * 0.82
  const x = w * r.range(0.32, 0.68)
  const moon = w * r.range(0.2, 0.8)
  const lean = ((x - moon) / w) * u * 0.5
  const tall = u * r.range(0.2, 0.26)
  const foot = ground + (h - ground) * 0.3
  return (
    sky(s, 0.8) +
    stars(s, 70, h * 0.4) +
    disc(s, moon, h * r.range(0.2, 0.36), u * r.range(0.13, 0.22)) +
    skyline(s, ground, h * 0.2, h * 0.46, mix(p.far, p.sky[2], 0.45)) +
    skyline(s, ground, h * 0.14, h * 0.36, mix(p.far, p.near, 0.35), mix(p.glow, p.accent, 0.3)) +
    skyline(s, ground, h * 0.04, h * 0.2, mix(p.far, p.near, 0.8), p.glow) +
    rect(0, ground, w, h - ground, linear([[0, mix(p.sky[2], p.glow, 0.25)], [1, mix(p.sky[1], p.near, 0.35)]])) +
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
    figure(x, foot, tall, p.near, true)
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
    rect(0, 0, w, h, linear([[0, mix(p.near, wall, 0.5)], [0.7, wall], [1, p.near]])) +
    rect(0, floor, w, h - floor, linear([[0, mix(p.near, wall, 0.6)], [1, p.near]])) +
    `<g clip-path="${view}">` +
    rect(left, top, width, height, linear([[0, p.sky[0]], [0.6, p.sky[1]], [1, p.sky[2]]])) +
    disc(s, left + width * r.range(0.25, 0.75), top + height * r.range(0.35, 0.6), width * 0.19) +
    `<g transform="translate(0 ${n(top + height - h)})">${ridge(s, h - height * 0.14, height * 0.1, r.range(9, 14), p.far)}</g></g>` +
    times(bars, (i) => rect(left + (width * (i + 1)) / (bars + 1) - bar / 2, top, bar, height, p.near)) +
    rect(left, top + height * 0.38, width, bar, p.near) +
    rect(left - bar, top - bar, width + bar * 2, height + bar * 2, 'none', `stroke="${p.near}" stroke-width="${n(bar * 2)}"`) +
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
        linear([[0, p.glow, 0.75], [1, p.glow, 0.15]]),
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

const crown = (s: Scene, x: number, y: number, length: number, angle: number, width: number, colour: string): string => {
  const { r } = s
  if (length < s.u * 0.014) return ''
  const endX = x + Math.cos(angle) * length
  const endY = y + Math.sin(angle) * length
  const bend = angle + r.range(-0.5, 0.5)
  const d = `M${n(x)} ${n(y)}Q${n(x + Math.cos(bend) * length * 0.5)} ${n(y + Math.sin(bend) * length * 0.5)} ${n(endX)} ${n(endY)}`
  return (
    path(d, 'none', `stroke="${colour}" stroke-width="${n(Math.max(width, 1))}" stroke-linecap="round"`) +
    times(r.chance(0.3) ? 3 : 2, (i) =>
      crown(s, endX, endY, length * r.range(0.62, 0.8), angle + (i - 0.5) * r.range(0.45, 0.85) + r.range(-0.15, 0.15), width * 0.66, colour),
    )
  )
}

const tree = (s: Scene, x: number, y: number, height: number, colour: string): string =>
  crown(s, x, y, height * 0.3, -Math.PI / 2 + s.r.range(-0.12, 0.12), height * 0.055, colour)

/** Bare trees, a huge moon and mist, with one lit window far off. */
export const wood = (s: Scene): string => {
  const { w, h, u, r, p, linear } = s
  const x = w * r.range(0.35, 0.65)
  const houseX = x + u * r.range(-0.1, 0.1)
  const houseY = h * 0.705
  const k = u * 0.055
  const mist = (y: number) => rect(0, y, w, h * 0.16, linear([[0, p.sky[2], 0], [0.5, p.sky[2], 0.45], [1, p.sky[2], 0]]))
  return (
    sky(s, 0.85) +
    disc(s, x, h * r.range(0.3, 0.42), u * r.range(0.24, 0.34)) +
    times(5, () => tree(s, r.range(0, w), h * 0.76, u * r.range(0.3, 0.5), mix(p.far, p.sky[2], 0.25))) +
    ridge(s, h * 0.74, h * 0.03, r.range(4, 7), mix(p.far, p.near, 0.4)) +
    poly([[houseX - k, houseY + k], [houseX - k, houseY - k * 0.4], [houseX, houseY - k * 1.5], [houseX + k, houseY - k * 0.4], [houseX + k, houseY + k]], mix(p.far, p.near, 0.75)) +
    rect(houseX - k * 0.28, houseY - k * 0.25, k * 0.56, k * 0.7, p.accent) +
    mist(h * 0.64) +
    ridge(s, h * 0.84, h * 0.035, r.range(3, 6), mix(p.far, p.near, 0.8)) +
    tree(s, w * r.range(0.02, 0.16), h * 0.98, u * r.range(0.95, 1.2), p.near) +
    tree(s, w * r.range(0.84, 0.98), h * 0.98, u * r.range(0.85, 1.15), p.near) +
    ridge(s, h * 0.93, h * 0.025, r.range(3, 6), p.near) +
    birds(s, x, h * 0.18, r.int(3, 6), p.near)
  )
}

const balloon = ({ p, r, clip, linear }: Scene, x: number, y: number, size: number): string => {
  const colours = r.chance(0.5) ? [p.accent, p.paper] : [p.sky[0], p.glow, p.accent]
  const envelope = `M${n(x)} ${n(y + size * 1.25)}C${n(x - size * 0.35)} ${n(y + size * 0.95)} ${n(x - size)} ${n(y + size * 0.6)} ${n(x - size)} ${n(y)}A${n(size)} ${n(size)} 0 0 1 ${n(x + size)} ${n(y)}C${n(x + size)} ${n(y + size * 0.6)} ${n(x + size * 0.35)} ${n(y + size * 0.95)} ${n(x)} ${n(y + size * 1.25)}Z`
  const stripe = [1, 0.72, 0.42, 0.14]
  const rope = `stroke="${p.near}" stroke-width="${n(size * 0.03)}"`
  return (
    path(`M${n(x - size * 0.2)} ${n(y + size * 1.1)}L${n(x - size * 0.13)} ${n(y + size * 1.5)}M${n(x + size * 0.2)} ${n(y + size * 1.1)}L${n(x + size * 0.13)} ${n(y + size * 1.5)}`, 'none', rope) +
    `<g clip-path="${clip(`<path d="${envelope}"/>`)}">` +
    stripe.map((share, i) => `<ellipse cx="${n(x)}" cy="${n(y + size * 0.1)}" rx="${n(size * share)}" ry="${n(size * 1.3)}" fill="${colours[i % colours.length]}"/>`).join('') +
    rect(x - size, y - size, size * 2, size * 2.4, linear([[0, '#ffffff', 0.18], [0.5, '#ffffff', 0], [1, '#000000', 0.25]], [0, 0, 1, 0])) +
    '</g>' +
    rect(x - size * 0.16, y + size * 1.48, size * 0.32, size * 0.22, p.near, `rx="${n(size * 0.04)}"`)
  )
}

/** Rolling hills, small round trees and balloons in the morning. */
export const hills = (s: Scene): string => {
  const { w, h, u, r, p } = s
  const layers = 5
  const sunX = w * r.range(0.15, 0.85)
  const big = u * r.range(0.13, 0.18)
  const bigX = w * (sunX > w / 2 ? r.range(0.22, 0.42) : r.range(0.58, 0.78))
  return (
    sky(s, 0.7) +
    disc(s, sunX, h * r.range(0.3, 0.5), u * r.range(0.1, 0.16)) +
    times(4, (i) => cloud(w * r.range(0, 1), h * (0.12 + i * 0.1), u * r.range(0.08, 0.15), p.paper, 'opacity="0.65"')) +
    times(3, () => balloon(s, w * r.range(0.08, 0.92), h * r.range(0.3, 0.5), u * r.range(0.025, 0.055))) +
    balloon(s, bigX, h * r.range(0.2, 0.32), big) +
    times(layers, (i) => {
      const depth = i / (layers - 1)
      const y = h * (0.62 + 0.085 * i)
      const colour = mix(mix(p.far, p.sky[2], 0.35), p.near, depth * 0.85)
      const trees = times(r.int(2, 5), () => {
        const x = r.range(0, w)
        const size = u * (0.012 + 0.014 * depth) * r.range(0.8, 1.5)
        return rect(x - size * 0.12, y - h * 0.03 - size, size * 0.24, h * 0.09, mix(colour, p.near, 0.5)) + circle(x, y - h * 0.03 - size * 1.4, size, mix(colour, p.near, 0.35))
      })
      return trees + ridge(s, y, h * 0.035, r.range(2, 5), colour)
    })
  )
}

/** Dunes under a low sun, with banners in the wind. */
export const dunes = (s: Scene): string => {
  const { w, h, u, r, p } = s
  const warm = [mix(p.far, p.sky[2], 0.5), mix(p.far, p.sky[2], 0.2), mix(p.far, p.near, 0.25), mix(p.far, p.near, 0.6), p.near]
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
      return rect(x - u * 0.004, top - u * 0.02, u * 0.008, height, p.near) + path(cloth, i % 2 ? mix(p.accent, p.near, 0.35) : p.accent)
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
    path(`M${n(x)} ${n(y)}V${n(y - k)}M${n(x)} ${n(y - k * 0.45)}h${n(-k * 0.24)}v${n(-k * 0.26)}M${n(x)} ${n(y - k * 0.3)}h${n(k * 0.24)}v${n(-k * 0.34)}`, 'none', `stroke="${p.near}" stroke-width="${n(k * 0.13)}" stroke-linecap="round" stroke-linejoin="round"`)
  return (
    sky(s, 0.7) +
    disc(s, w * r.range(0.35, 0.65), h * r.range(0.38, 0.5), u * r.range(0.22, 0.3)) +
    times(3, (i) => mesa(w * (0.15 + i * 0.36), h * 0.7, u * r.range(0.12, 0.24), h * r.range(0.12, 0.26), mix(p.far, p.sky[2], 0.4))) +
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
      return poly([[x, y], [x + Math.cos(a) * h * 1.3, y + Math.sin(a) * h * 1.3], [x + Math.cos(b) * h * 1.3, y + Math.sin(b) * h * 1.3]], p.glow, 'opacity="0.14"')
    }) +
    disc(s, x, y, u * r.range(0.12, 0.2)) +
    peaks(s, h * 0.62, h * 0.24, r.int(3, 4), mix(p.far, p.sky[2], 0.5)) +
    peaks(s, h * 0.72, h * 0.22, r.int(2, 4), mix(p.far, p.near, 0.15)) +
    cloud(w * r.range(0.1, 0.4), h * 0.66, u * 0.2, p.paper, 'opacity="0.25"') +
    cloud(w * r.range(0.6, 0.9), h * 0.72, u * 0.16, p.paper, 'opacity="0.25"') +
    peaks(s, h * 0.83, h * 0.17, r.int(3, 5), mix(p.far, p.near, 0.6)) +
    figure(w / 2 + (w / 2 - x) * 0.8, crest + h * 0.012, u * 0.13, p.near) +
    path(`M0 ${n(crest + h * 0.06)}Q${n(w / 2 + (w / 2 - x) * 0.8)} ${n(crest - h * 0.04)} ${w} ${n(crest + h * 0.08)}V${h}H0Z`, p.near)
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
    poly([[x + dx - width * 0.75, base - height], [x + dx, base - height - width * 2.1], [x + dx + width * 0.75, base - height]], mix(p.accent, p.near, 0.35)) +
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
    path(`M${n(x - u * 0.55)} ${h}Q${n(x - u * 0.2)} ${n(base + u * 0.08)} ${n(x - u * 0.19)} ${n(base)}L${n(x + u * 0.2)} ${n(base)}Q${n(x + u * 0.24)} ${n(base + u * 0.1)} ${n(x + u * 0.6)} ${h}Z`, mix(p.far, p.near, 0.8)) +
    ridge(s, h * 0.86, h * 0.04, r.range(3, 5), mix(p.far, p.near, 0.55)) +
    ridge(s, h * 0.94, h * 0.03, r.range(3, 5), p.near) +
    times(26, () => circle(r.range(0, w), h * r.range(0.5, 0.98), u * r.range(0.002, 0.007), p.glow, 'opacity="0.85"'))
  )
}
