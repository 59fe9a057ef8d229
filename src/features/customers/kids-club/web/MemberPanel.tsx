import { useRead } from '#web/api/queries.ts'
import { Card } from '#web/ui/Card.tsx'
import { showDay, showDayOf } from '#web/ui/format.ts'
import { kidsClub } from '../contract.ts'
import styles from './KidsClub.module.css'

/** On the profile of a member: since when, and the guardian's consent. */
export function MemberPanel({ customerId }: { customerId: number }) {
  const { data: member } = useRead(kidsClub.member, { params: { id: customerId } })
  if (!member) return null
  const { guardianName, consentDate, consentSource, createdAt } = member
  return (
    <Card title="Kids Klub">
      <p className={styles.panel}>
        Member since {showDayOf(createdAt)}. Guardian: {guardianName || 'unknown'},{' '}
        {consentDate ? `consent given on ${showDay(consentDate)} (${consentSource})` : 'consent missing'}.
      </p>
    </Card>
  )
}
