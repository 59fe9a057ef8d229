import type { Rng } from '#demo/random.ts'

/** A number as SVG writes it, to a tenth of a unit. */
export const n = (value: number): string => String(Math.round(value * 10) / 10)

/** The colour lying `share` of the way from one hex colour to another. */
export const mix = (from: string, to: string, share: number): string => {
  const channel = (colour: string, at: number) => parseInt(colour.slice(at, at + 2), 16)
  const blend = (at: number) => Math.round(channel(from, at) * (1 - share) + channel(to, at) * share)
  return `#${[1, 3, 5].map((at) => blend(at).toString(16).padStart(2, '0')).join('')}`
}

export type Mood = 'day' | 'dusk' | 'night'

/** Colours that go together: a sky from top to horizon, a light, two depths of land, an accent and a paper white. */
export type Palette = {
  mood: Mood
  sky: [string, string, string]
  glow: string
  far: string
  near: string
  accent: string
  paper: string
}

const palette = (mood: Mood, colours: string): Palette => {
  const [top, middle, horizon, glow, far, near, accent, paper] = colours.split(' ').map((code) => `#${code}`)
  return { mood, sky: [top!, middle!, horizon!], glow: glow!, far: far!, near: near!, accent: accent!, paper: paper! }
}

export const palettes: readonly Palette[] = [
  palette('night', '07142b 12395a 2f7f86 f6e7b4 1f5468 040a17 ff8552 f4ead0'),
  palette('night', '140b2e 3a1c5c a23b72 ffd9a0 5a2766 0b0619 ff5d73 f7e3d4'),
  palette('night', '061a1a 0f3d3e 4c8c6b e9f5c9 1d5a50 030e0e f2b134 eef1da'),
  palette('night', '1a0508 5c0f1c c1372f ffd6a5 701723 0d0204 f9a03f f6e1c8'),
  palette('night', '0b1030 262b73 6b5fb5 ffd56b 343a86 060818 ff9a76 f5ecd9'),
  palette('night', '0c1218 2b3a48 7d95a3 fff3d6 405464 06090c e4572e eef0ec'),
  palette('dusk', '2b1b4d c8436b ffb26b fff0b8 8d3a6a 1b0f2e ffe066 fff1dc'),
  palette('dusk', '7a1f1f e0672c ffd07a fff4cf b9472b 2a0d10 1f7a6d fff2d8'),
  palette('dusk', '1d4e5f 5fa8a0 f7c9a9 fff5e1 3e8089 0c2a35 e8505b fdf3e3'),
  palette('dusk', '40264f a65a7c f6b594 fff0d9 7d456c 20122b 58b6b1 fdeee0'),
  palette('dusk', '16323a 8a5a44 e9a15b ffe9b5 6d4a3f 0c191d d7423a f8ead2'),
  palette('dusk', '27351f 7d8b3f e8d37e fff7cf 5a6d34 11190e d9562b f7f1d6'),
  palette('day', '1781a8 6cc5d0 f3ecc6 fffbe6 3f9fb0 0d3f58 ff7a59 fff7e4'),
  palette('day', 'ff7f6a ffb385 ffe8b0 fffbe8 e8637a 512b58 2fb5a8 fff6e4'),
  palette('day', '2a9d8f 8fd3b6 fdf0c4 fffdf0 4db39a 163f4a f4845f fffaea'),
  palette('day', '5d6bd0 a9b7f2 fde2d0 fffdf2 7d89dc 2a2a66 ffb703 fff7ec'),
  palette('day', 'f08a24 ffc14d fff0b0 fffdf5 e0752c 5a2415 146c7c fff8e1'),
  palette('day', '8e2a6b e0588b ffc9b5 fff4e6 c04a83 3b1038 3fc1c0 fff2ea'),
]

/** A palette with a share of another one in it. */
export const blend = (base: Palette, other: Palette, share: number): Palette => {
  const of = (pick: (from: Palette) => string) => mix(pick(base), pick(other), share)
  return {
    mood: base.mood,
    sky: [of(({ sky }) => sky[0]), of(({ sky }) => sky[1]), of(({ sky }) => sky[2])],
    glow: of(({ glow }) => glow),
    far: of(({ far }) => far),
    near: of(({ near }) => near),
    accent: share < 0.2 ? base.accent : other.accent,
    paper: of(({ paper }) => paper),
  }
}

/** A colour stop: where, which colour, and how opaque. */
export type Stop = [offset: number, colour: string, opacity?: number]

/** The sheet a picture is drawn on, with its colours, its chances and the gradients it has defined so far. */
export type Scene = {
  w: number
  h: number
  /** The shorter side: what sizes are measured by. */
  u: number
  r: Rng
  p: Palette
  /** A vertical gradient (or along the given unit line), as a fill. */
  linear: (stops: Stop[], line?: [number, number, number, number]) => string
  radial: (stops: Stop[]) => string
  clip: (shape: string) => string
  defs: () => string
}

export const sceneOf = (w: number, h: number, r: Rng, p: Palette, prefix: string): Scene => {
  const defined: string[] = []
  const define = (element: (id: string) => string) => {
    const id = `${prefix}${defined.length}`
    defined.push(element(id))
    return `url(#${id})`
  }
  const stopsOf = (stops: Stop[]) =>
    stops
      .map(([at, colour, opacity = 1]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`)
      .join('')
  return {
    w,
    h,
    u: Math.min(w, h),
    r,
    p,
    linear: (stops, [x1, y1, x2, y2] = [0, 0, 0, 1]) =>
      define(
        (id) =>
          `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stopsOf(stops)}</linearGradient>`,
      ),
    radial: (stops) => define((id) => `<radialGradient id="${id}">${stopsOf(stops)}</radialGradient>`),
    clip: (shape) => define((id) => `<clipPath id="${id}">${shape}</clipPath>`),
    defs: () => `<defs>${defined.join('')}</defs>`,
  }
}
