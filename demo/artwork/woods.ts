import { mix, n, type Scene } from './kit.ts'
import { birds, circle, cloud, disc, figure, path, poly, rect, ridge, sky, times } from './shapes.ts'

const crown = (
  s: Scene,
  x: number,
  y: number,
  length: number,
  angle: number,
  width: number,
  colour: string,
): string => {
  const { r } = s
  if (length < s.u * 0.014) return ''
  const endX = x + Math.cos(angle) * length
  const endY = y + Math.sin(angle) * length
  const bend = angle + r.range(-0.5, 0.5)
  const d = `M${n(x)} ${n(y)}Q${n(x + Math.cos(bend) * length * 0.5)} ${n(y + Math.sin(bend) * length * 0.5)} ${n(endX)} ${n(endY)}`
  return (
    path(d, 'none', `stroke="${colour}" stroke-width="${n(Math.max(width, 1))}" stroke-linecap="round"`) +
    times(r.chance(0.3) ? 3 : 2, (i) =>
      crown(
        s,
        endX,
        endY,
        length * r.range(0.62, 0.8),
        angle + (i - 0.5) * r.range(0.45, 0.85) + r.range(-0.15, 0.15),
        width * 0.66,
        colour,
      ),
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
  const mist = (y: number) =>
    rect(
      0,
      y,
      w,
      h * 0.16,
      linear([
        [0, p.sky[2], 0],
        [0.5, p.sky[2], 0.45],
        [1, p.sky[2], 0],
      ]),
    )
  return (
    sky(s, 0.85) +
    disc(s, x, h * r.range(0.3, 0.42), u * r.range(0.24, 0.34)) +
    times(5, () => tree(s, r.range(0, w), h * 0.76, u * r.range(0.3, 0.5), mix(p.far, p.sky[2], 0.25))) +
    ridge(s, h * 0.74, h * 0.03, r.range(4, 7), mix(p.far, p.near, 0.4)) +
    poly(
      [
        [houseX - k, houseY + k],
        [houseX - k, houseY - k * 0.4],
        [houseX, houseY - k * 1.5],
        [houseX + k, houseY - k * 0.4],
        [houseX + k, houseY + k],
      ],
      mix(p.far, p.near, 0.75),
    ) +
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
    path(
      `M${n(x - size * 0.2)} ${n(y + size * 1.1)}L${n(x - size * 0.13)} ${n(y + size * 1.5)}M${n(x + size * 0.2)} ${n(y + size * 1.1)}L${n(x + size * 0.13)} ${n(y + size * 1.5)}`,
      'none',
      rope,
    ) +
    `<g clip-path="${clip(`<path d="${envelope}"/>`)}">` +
    stripe
      .map(
        (share, i) =>
          `<ellipse cx="${n(x)}" cy="${n(y + size * 0.1)}" rx="${n(size * share)}" ry="${n(size * 1.3)}" fill="${colours[i % colours.length]}"/>`,
      )
      .join('') +
    rect(
      x - size,
      y - size,
      size * 2,
      size * 2.4,
      linear(
        [
          [0, '#ffffff', 0.18],
          [0.5, '#ffffff', 0],
          [1, '#000000', 0.25],
        ],
        [0, 0, 1, 0],
      ),
    ) +
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
    times(4, (i) =>
      cloud(w * r.range(0, 1), h * (0.12 + i * 0.1), u * r.range(0.08, 0.15), p.paper, 'opacity="0.65"'),
    ) +
    times(3, () => balloon(s, w * r.range(0.08, 0.92), h * r.range(0.3, 0.5), u * r.range(0.025, 0.055))) +
    balloon(s, bigX, h * r.range(0.2, 0.32), big) +
    times(layers, (i) => {
      const depth = i / (layers - 1)
      const y = h * (0.62 + 0.085 * i)
      const colour = mix(mix(p.far, p.sky[2], 0.35), p.near, depth * 0.85)
      const trees = times(r.int(2, 5), () => {
        const x = r.range(0, w)
        const size = u * (0.012 + 0.014 * depth) * r.range(0.8, 1.5)
        return (
          rect(x - size * 0.12, y - h * 0.03 - size, size * 0.24, h * 0.09, mix(colour, p.near, 0.5)) +
          circle(x, y - h * 0.03 - size * 1.4, size, mix(colour, p.near, 0.35))
        )
      })
      return trees + ridge(s, y, h * 0.035, r.range(2, 5), colour)
    })
  )
}

/** One broad tree on a hill before the sun, and one person on the way to it. */
export const lone = (s: Scene): string => {
  const { w, h, u, r, p } = s
  const x = w * r.range(0.34, 0.66)
  const foot = h * 0.83
  const tall = u * r.range(0.42, 0.54)
  const top = foot - tall
  const leaf = (dx: number, dy: number, size: number, share: number) =>
    `<ellipse cx="${n(x + dx * tall)}" cy="${n(top + dy * tall)}" rx="${n(size * tall)}" ry="${n(size * tall * 0.34)}" fill="${mix(p.near, p.far, share)}"/>`
  const limb = (dx: number, dy: number, width: number) =>
    path(
      `M${n(x)} ${n(foot - tall * 0.3)}Q${n(x + dx * tall * 0.3)} ${n(top + tall * 0.45)} ${n(x + dx * tall)} ${n(top + dy * tall)}`,
      'none',
      `stroke="${p.near}" stroke-width="${n(tall * width)}" stroke-linecap="round"`,
    )
  const side = r.chance(0.5) ? 1 : -1
  return (
    sky(s, 0.78) +
    disc(
      s,
      x + u * r.range(-0.12, 0.12),
      h * r.range(0.4, 0.54),
      u * r.range(0.26, 0.36),
      r.chance(0.5) ? p.glow : p.accent,
    ) +
    birds(s, x - side * u * 0.2, h * 0.2, r.int(3, 6), p.near) +
    ridge(s, h * 0.76, h * 0.03, r.range(3, 6), mix(p.far, p.sky[2], 0.5)) +
    ridge(s, h * 0.81, h * 0.025, r.range(2, 4), mix(p.far, p.near, 0.25)) +
    path(
      `M${n(x - tall * 0.07)} ${n(foot + u * 0.04)}Q${n(x - tall * 0.03)} ${n(foot - tall * 0.2)} ${n(x - tall * 0.04)} ${n(foot - tall * 0.42)}L${n(x + tall * 0.04)} ${n(foot - tall * 0.42)}Q${n(x + tall * 0.03)} ${n(foot - tall * 0.2)} ${n(x + tall * 0.09)} ${n(foot + u * 0.04)}Z`,
      p.near,
    ) +
    limb(-0.4, 0.2, 0.035) +
    limb(0.44, 0.16, 0.035) +
    limb(-0.14, 0.06, 0.03) +
    limb(0.18, 0.04, 0.03) +
    leaf(-0.42, 0.17, 0.36, 0.05) +
    leaf(0.44, 0.13, 0.38, 0.12) +
    leaf(-0.1, 0.02, 0.44, 0.2) +
    leaf(0.22, -0.06, 0.32, 0.32) +
    path(`M0 ${n(h * 0.93)}Q${n(x)} ${n(foot - h * 0.08)} ${w} ${n(h * 0.92)}V${h}H0Z`, p.near) +
    figure(x + side * u * r.range(0.16, 0.26), foot + u * 0.035, u * r.range(0.1, 0.13), p.near)
  )
}
