const LOG = '/dashboard/cube-booking-logs'

export const paths = {
  log: LOG,
  cubes: `${LOG}/cubes`,
  booking: (id: string) => `${LOG}?open=${id}`,
}
