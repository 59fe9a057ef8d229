import { mix, n, type Scene } from './kit.ts'
import { circle, path, rect, times } from './shapes.ts'

const skins = [
  '#3b2218',
  '#4a2c1d',
  '#5b3524',
  '#6d422c',
  '#7f5036',
  '#965f40',
  '#b07a55',
  '#c99873',
  '#dcb08c',
  '#ecc7a6',
]
const hairs = ['#120d0c', '#1a1210', '#241814', '#33211a', '#4b2f20', '#6f4a2d', '#8b8580']

type Hair = 'crop' | 'fade' | 'bald' | 'afro' | 'curls' | 'long' | 'bob' | 'bun' | 'locs' | 'wrap' | 'cap'

const styles: Record<'female' | 'male' | 'any', readonly Hair[]> = {
  female: ['afro', 'curls', 'long', 'bob', 'bun', 'locs', 'wrap'],
  male: ['crop', 'fade', 'bald', 'afro', 'locs', 'cap', 'crop', 'fade'],
  any: ['crop', 'fade', 'afro', 'curls', 'bob', 'bun', 'locs'],
}

/** What lies behind the head and what lies over it, for a head of half-width a and half-height b around (x, y). */
const hairOf = (
  kind: Hair,
  x: number,
  y: number,
  a: number,
  b: number,
  colour: string,
  cloth: string,
  s: Scene,
): [string, string] => {
  const at = (dx: number, dy: number) => `${n(x + dx * a)} ${n(y + dy * b)}`
  const arc = (rx: number, ry: number, to: string) => `A${n(a * rx)} ${n(b * ry)} 0 0 1 ${to}`
  const scalp = (low: number, lift: number) =>
    path(
      `M${at(-1.04, low)}${arc(1.04, 1.14, at(1.04, low))}C${at(0.96, -0.42)} ${at(0.7, lift)} ${at(0, lift)}C${at(-0.7, lift)} ${at(-0.96, -0.42)} ${at(-1.04, low)}Z`,
      colour,
    )
  const lighter = mix(cloth, '#ffffff', 0.25)
  switch (kind) {
    case 'bald':
      return ['', '']
    case 'fade':
      return [
        '',
        path(
          `M${at(-0.93, -0.4)}C${at(-0.95, -0.95)} ${at(-0.6, -1.18)} ${at(0, -1.18)}C${at(0.6, -1.18)} ${at(0.95, -0.95)} ${at(0.93, -0.4)}C${at(0.8, -0.62)} ${at(0.5, -0.72)} ${at(0, -0.72)}C${at(-0.5, -0.72)} ${at(-0.8, -0.62)} ${at(-0.93, -0.4)}Z`,
          colour,
        ),
      ]
    case 'crop':
      return ['', scalp(-0.14, -0.62)]
    case 'afro':
      return [circle(x, y - b * 0.38, a * 1.72, colour), scalp(-0.1, -0.56)]
    case 'curls':
      return [
        times(15, (i) => {
          const angle = Math.PI * (0.86 + (i / 14) * 1.28)
          return circle(
            x + Math.cos(angle) * a * 1.22,
            y + Math.sin(angle) * b * 1.08,
            a * s.r.range(0.36, 0.48),
            colour,
          )
        }) + circle(x, y - b * 0.45, a * 1.2, colour),
        scalp(-0.1, -0.5),
      ]
    case 'long':
      return [
        path(
          `M${at(-1.2, 1.7)}C${at(-1.5, 0.6)} ${at(-1.4, -1.3)} ${at(0, -1.3)}C${at(1.4, -1.3)} ${at(1.5, 0.6)} ${at(1.2, 1.7)}Z`,
          colour,
        ),
        path(
          `M${at(-1.05, 0.25)}C${at(-1.2, -0.8)} ${at(-0.7, -1.26)} ${at(0.1, -1.26)}C${at(0.9, -1.22)} ${at(1.2, -0.7)} ${at(1.05, 0.25)}C${at(0.95, -0.3)} ${at(0.55, -0.65)} ${at(0.2, -0.85)}C${at(-0.2, -0.55)} ${at(-0.9, -0.4)} ${at(-1.05, 0.25)}Z`,
          colour,
        ),
      ]
    case 'bob':
      return [
        path(
          `M${at(-1.35, 0.85)}C${at(-1.6, -0.5)} ${at(-1.2, -1.3)} ${at(0, -1.3)}C${at(1.2, -1.3)} ${at(1.6, -0.5)} ${at(1.35, 0.85)}Q${at(0, 1.15)} ${at(-1.35, 0.85)}Z`,
          colour,
        ),
        path(
          `M${at(-1.06, 0.2)}C${at(-1.2, -0.9)} ${at(-0.6, -1.26)} ${at(0, -1.26)}C${at(0.6, -1.26)} ${at(1.2, -0.9)} ${at(1.06, 0.2)}C${at(1, -0.28)} ${at(0.8, -0.4)} ${at(0, -0.4)}C${at(-0.8, -0.4)} ${at(-1, -0.28)} ${at(-1.06, 0.2)}Z`,
          colour,
        ),
      ]
    case 'bun':
      return [circle(x, y - b * 1.42, a * 0.62, colour), scalp(-0.12, -0.66)]
    case 'locs':
      return [
        times(13, (i) => {
          const dx = -1.3 + (i / 12) * 2.6
          return rect(
            x + dx * a - a * 0.13,
            y - b * (0.16 + 0.9 * Math.sqrt(1 - (dx / 1.46) ** 2)),
            a * 0.25,
            b * (2.35 - Math.abs(dx) * 0.55) * s.r.range(0.86, 1),
            colour,
            `rx="${n(a * 0.12)}"`,
          )
        }) + path(`M${at(-1.42, -0.2)}${arc(1.42, 1.16, at(1.42, -0.2))}Z`, colour),
        scalp(0.02, -0.6),
      ]
    case 'wrap':
      return [
        path(
          `M${at(-1.15, -0.35)}C${at(-1.9, -1.2)} ${at(-1.3, -2.1)} ${at(-0.2, -1.95)}C${at(0.5, -2.35)} ${at(1.9, -1.9)} ${at(1.7, -1.15)}C${at(1.6, -0.7)} ${at(1.3, -0.5)} ${at(1.12, -0.35)}Z`,
          mix(cloth, '#000000', 0.12),
        ),
        path(
          `M${at(-1.1, -0.2)}C${at(-1.2, -1)} ${at(-0.9, -1.5)} ${at(0, -1.5)}C${at(0.9, -1.5)} ${at(1.2, -1)} ${at(1.1, -0.2)}C${at(0.8, -0.62)} ${at(0.4, -0.7)} ${at(0, -0.7)}C${at(-0.4, -0.7)} ${at(-0.8, -0.62)} ${at(-1.1, -0.2)}Z`,
          cloth,
        ) +
          path(
            `M${at(-1.02, -0.5)}C${at(-0.3, -1.15)} ${at(0.6, -1.3)} ${at(1.35, -1.55)}M${at(-0.7, -1.15)}C${at(0, -1.35)} ${at(0.5, -1.6)} ${at(0.9, -1.95)}`,
            'none',
            `stroke="${lighter}" stroke-width="${n(a * 0.06)}" stroke-linecap="round"`,
          ),
      ]
    case 'cap':
      return [
        '',
        scalp(-0.05, -0.55) +
          path(
            `M${at(-1.04, -0.5)}C${at(-1, -1.2)} ${at(-0.75, -1.62)} ${at(0.1, -1.72)}C${at(0.9, -1.78)} ${at(1.25, -1.35)} ${at(1.04, -0.5)}C${at(0.4, -0.72)} ${at(-0.4, -0.72)} ${at(-1.04, -0.5)}Z`,
            cloth,
          ) +
          path(
            `M${at(-1.04, -0.5)}C${at(-0.4, -0.72)} ${at(0.4, -0.72)} ${at(1.04, -0.5)}`,
            'none',
            `stroke="${lighter}" stroke-width="${n(a * 0.07)}"`,
          ),
      ]
  }
}

/** A person from the shoulders up, without features, lit from one side. */
export const portrait = (s: Scene, gender: 'female' | 'male' | 'any'): string => {
  const { w, h, u, r, p, linear, clip } = s
  const skin = r.pick(skins.slice(0, r.chance(0.72) ? 7 : skins.length))
  const hair = r.pick(hairs.slice(0, r.chance(0.8) ? 4 : hairs.length))
  const kind = r.pick(styles[gender])
  const cloth = r.pick([p.accent, p.sky[0], p.near, p.paper, p.far])
  const a = u * r.range(0.148, 0.165)
  const b = a * r.range(1.26, 1.38)
  const x = w / 2
  const y = h * 0.42
  const side = r.chance(0.5) ? 1 : -1
  const shoulder = u * (gender === 'female' ? r.range(0.34, 0.37) : r.range(0.37, 0.43))
  const top = y + b * 1.62
  const body = `M${n(x - shoulder * 1.12)} ${h}C${n(x - shoulder * 1.1)} ${n(top + u * 0.2)} ${n(x - shoulder)} ${n(top + u * 0.07)} ${n(x - a * 0.62)} ${n(top - u * 0.03)}L${n(x + a * 0.62)} ${n(top - u * 0.03)}C${n(x + shoulder)} ${n(top + u * 0.07)} ${n(x + shoulder * 1.1)} ${n(top + u * 0.2)} ${n(x + shoulder * 1.12)} ${h}Z`
  const neck = `M${n(x - a * 0.52)} ${n(y + b * 0.5)}V${n(top - u * 0.045)}Q${n(x - a * 0.6)} ${n(top)} ${n(x - a * 0.85)} ${n(top + u * 0.005)}Q${n(x)} ${n(top + u * 0.16)} ${n(x + a * 0.85)} ${n(top + u * 0.005)}Q${n(x + a * 0.6)} ${n(top)} ${n(x + a * 0.52)} ${n(top - u * 0.045)}V${n(y + b * 0.5)}Z`
  const head = `M${n(x - a)} ${n(y - b * 0.2)}A${n(a)} ${n(b * 0.86)} 0 0 1 ${n(x + a)} ${n(y - b * 0.2)}C${n(x + a)} ${n(y + b * 0.45)} ${n(x + a * 0.62)} ${n(y + b)} ${n(x)} ${n(y + b)}C${n(x - a * 0.62)} ${n(y + b)} ${n(x - a)} ${n(y + b * 0.45)} ${n(x - a)} ${n(y - b * 0.2)}Z`
  const dark = mix(skin, '#1a0d0a', 0.38)
  const ear = (direction: number) =>
    `<ellipse cx="${n(x + direction * a)}" cy="${n(y + b * 0.04)}" rx="${n(a * 0.13)}" ry="${n(b * 0.17)}" fill="${direction === side ? skin : dark}"/>`
  const [behind, over] = hairOf(kind, x, y, a, b, hair, mix(p.accent, p.near, cloth === p.accent ? 0.35 : 0.1), s)
  const collar = r.int(0, gender === 'male' ? 1 : 2)
  const shade = (shape: string) => `<g clip-path="${clip(`<path d="${shape}"/>`)}">`
  return (
    rect(
      0,
      0,
      w,
      h,
      linear(
        [
          [0, p.sky[0]],
          [0.6, p.sky[1]],
          [1, p.sky[2]],
        ],
        [side > 0 ? 1 : 0, 0, side > 0 ? 0 : 1, 1],
      ),
    ) +
    circle(
      x + side * u * r.range(0.05, 0.16),
      y - u * r.range(0, 0.1),
      u * r.range(0.38, 0.46),
      p.glow,
      `opacity="${n(r.range(0.4, 0.8))}"`,
    ) +
    behind +
    path(body, cloth) +
    shade(body) +
    rect(x - side * shoulder * 1.4 - shoulder * 1.35, top - u * 0.1, shoulder * 2.7, h, '#0a0505', 'opacity="0.24"') +
    '</g>' +
    path(neck, dark) +
    (collar === 1
      ? path(
          `M${n(x - a * 0.85)} ${n(top + u * 0.005)}L${n(x)} ${n(top + u * 0.2)}L${n(x + a * 0.85)} ${n(top + u * 0.005)}L${n(x + a * 1.1)} ${n(top + u * 0.03)}L${n(x + a * 0.5)} ${n(top + u * 0.22)}L${n(x)} ${n(top + u * 0.2)}L${n(x - a * 0.5)} ${n(top + u * 0.22)}L${n(x - a * 1.1)} ${n(top + u * 0.03)}Z`,
          cloth === p.paper ? p.accent : mix(cloth, p.paper, 0.35),
        )
      : '') +
    (collar === 2
      ? path(
          `M${n(x - a * 0.9)} ${n(top + u * 0.006)}Q${n(x)} ${n(top + u * 0.18)} ${n(x + a * 0.9)} ${n(top + u * 0.006)}`,
          'none',
          `stroke="${p.glow}" stroke-width="${n(u * 0.014)}" stroke-dasharray="${n(u * 0.004)} ${n(u * 0.019)}" stroke-linecap="round"`,
        )
      : '') +
    ear(-1) +
    ear(1) +
    path(head, skin) +
    shade(head) +
    `<ellipse cx="${n(x - side * a * 1.05)}" cy="${n(y + b * 0.15)}" rx="${n(a * 1.05)}" ry="${n(b * 1.5)}" fill="${dark}" opacity="0.75"/></g>` +
    over
  )
}
