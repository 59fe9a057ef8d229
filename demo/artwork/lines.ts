import { mix, n, type Scene } from './kit.ts'
import { circle, path, rect, sky, times } from './shapes.ts'

/** Waves of sound running out in rings from one point, like the grooves of a record. */
export const rings = (s: Scene): string => {
  const { w, h, u, r, p, radial } = s
  const x = w * r.range(0.3, 0.7)
  const y = h * r.range(0.35, 0.6)
  const count = r.int(20, 28)
  const beats = r.int(5, 11)
  const loop = (radius: number, swing: number, phase: number) =>
    `M${Array.from({ length: 121 }, (_, i) => {
      const a = (i / 120) * Math.PI * 2
      const extent = radius + swing * Math.sin(a * beats + phase)
      return `${n(x + Math.cos(a) * extent)} ${n(y + Math.sin(a) * extent)}`
    }).join('L')}Z`
  return (
    sky(s, 0.9) +
    circle(
      x,
      y,
      u * 0.95,
      radial([
        [0, p.sky[2], 0.9],
        [1, p.sky[2], 0],
      ]),
    ) +
    times(count, (i) => {
      const depth = i / count
      const colour = mix(i % 3 ? p.glow : p.accent, p.sky[0], depth * 0.55)
      return path(
        loop(u * (0.15 + i * 0.036), u * 0.004 * i * r.range(0.5, 1), i * 0.32),
        'none',
        `stroke="${colour}" stroke-width="${n(u * (0.013 - depth * 0.008))}" opacity="${n(1 - depth * 0.6)}"`,
      )
    }) +
    circle(x, y, u * 0.14, p.near) +
    circle(x, y, u * 0.085, p.accent) +
    circle(x, y, u * 0.018, p.paper) +
    times(w > h ? 64 : 40, (i) => {
      const step = w / (w > h ? 64 : 40)
      const height = h * 0.04 + h * 0.15 * Math.abs(Math.sin(i * 0.37) * Math.sin(i * 0.13 + beats)) * r.range(0.5, 1)
      return rect(i * step + step * 0.2, h - height, step * 0.6, height, p.near, `rx="${n(step * 0.3)}"`)
    })
  )
}

/** The contour lines of a map around two summits. */
export const contours = (s: Scene): string => {
  const { w, h, u, r, p, linear } = s
  const summit = (x: number, y: number, size: number, count: number) => {
    const waves = [2, 3, 5].map((k) => ({ k, size: r.range(0.05, 0.2) / k, phase: r.range(0, 7) }))
    return times(count, (i) => {
      const radius = size * (1 - i / count)
      const d = Array.from({ length: 91 }, (_, step) => {
        const a = (step / 90) * Math.PI * 2
        const bulge =
          1 + waves.reduce((sum, wave) => sum + wave.size * 2 * Math.sin(a * wave.k + wave.phase + i * 0.05), 0)
        return `${n(x + Math.cos(a) * radius * bulge * 1.15)} ${n(y + Math.sin(a) * radius * bulge)}`
      }).join('L')
      return path(
        `M${d}Z`,
        mix(p.sky[1], mix(p.glow, p.accent, 0.3), i / count),
        `fill-opacity="0.5" stroke="${i % 4 ? p.paper : p.near}" stroke-width="${n(u * (i % 4 ? 0.0022 : 0.004))}"`,
      )
    })
  }
  const x = w * r.range(0.3, 0.7)
  const y = h * r.range(0.35, 0.55)
  return (
    rect(
      0,
      0,
      w,
      h,
      linear([
        [0, p.sky[0]],
        [1, p.sky[1]],
      ]),
    ) +
    summit(w - x * 0.7, h - y * 0.4, u * 0.75, 17) +
    summit(x, y, u * 0.72, 20) +
    circle(x, y, u * 0.03, p.accent) +
    circle(x, y, u * 0.05, 'none', `stroke="${p.accent}" stroke-width="${n(u * 0.006)}"`)
  )
}
