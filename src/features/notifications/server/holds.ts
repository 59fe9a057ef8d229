import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const holds: Record<string, Holding> = {
  push_devices: { erased: 'source external_id platform token removed_why' },
  push_notifications: {
    freed: 'email title body',
    nobodys: {
      [NOBODYS.staff]: 'created_by',
      [NOBODYS.chain]: 'code link image name',
      [NOBODYS.word]: 'audience state',
    },
  },
  push_deliveries: { nobodys: { [NOBODYS.own]: 'reason', [NOBODYS.word]: 'state' } },
}
