import type { ScreenAt } from '#web/screens.ts'

const may = 'cubes:read'

export const screens: ScreenAt[] = [
  {
    path: 'cube-booking-logs',
    title: 'Cube bookings',
    may,
    load: async () => (await import('./CubeBookingsPage.tsx')).CubeBookingsPage,
    reads: ['/cubes/all'],
  },
  {
    path: 'cube-booking-logs/cubes',
    title: 'Cubes',
    may,
    load: async () => (await import('./CubesPage.tsx')).CubesPage,
    reads: ['/cubes'],
  },
]
