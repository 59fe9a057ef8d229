import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const holds: Record<string, Holding> = {
  push_devices: { erased: 'source external_id platform token removed_why' },
  audiences: { nobodys: { [NOBODYS.chain]: 'name conditions', [NOBODYS.staff]: 'created_by' } },
  push_notifications: {
    freed: 'email title body',
    nobodys: {
      [NOBODYS.staff]: 'created_by',
      [NOBODYS.chain]: 'code link image name audience_name audience_words conditions',
      [NOBODYS.word]: 'audience state',
      [NOBODYS.own]: 'lift',
    },
  },
  push_deliveries: { nobodys: { [NOBODYS.own]: 'reason', [NOBODYS.word]: 'state' } },
}
