import type { PosCinema } from '#server/integrations/pos/port.ts'

/** id, name, state, and the seats of each screen. */
const cinemas: [id: string, name: string, state: string, seats: number[]][] = [
  ['0004', 'Marquee Lekki', 'Lagos', [88, 64, 48, 40]],
  ['0007', 'Marquee Ikeja', 'Lagos', [80, 56, 44]],
  ['0009', 'Marquee Surulere', 'Lagos', [68, 44]],
  ['0011', 'Marquee Victoria Island', 'Lagos', [60, 44, 36]],
  ['0012', 'Marquee Festac', 'Lagos', [60, 40]],
  ['0021', 'Marquee Jabi', 'Abuja (FCT)', [84, 60, 44]],
  ['0023', 'Marquee Gwarinpa', 'Abuja (FCT)', [56, 40]],
  ['0030', 'Marquee Port Harcourt', 'Rivers', [72, 48]],
  ['0034', 'Marquee Ibadan', 'Oyo', [68, 44]],
  ['0038', 'Marquee Enugu', 'Enugu', [56, 40]],
  ['0041', 'Marquee Asaba', 'Delta', [52, 36]],
  ['0042', 'Marquee Warri', 'Delta', [48, 36]],
  ['0045', 'Marquee Benin', 'Edo', [60, 40]],
  ['0052', 'Marquee Uyo', 'Akwa Ibom', [52, 40]],
  ['0056', 'Marquee Ilorin', 'Kwara', [48, 36]],
]

/** The cinemas of the demo chain. */
export const embeddedCinemas: readonly PosCinema[] = cinemas.map(([id, name, state, seats]) => ({
  id,
  name,
  state,
  screens: seats.map((count, at) => ({ id: String(at + 1).padStart(2, '0'), name: `Screen ${at + 1}`, seats: count })),
}))
