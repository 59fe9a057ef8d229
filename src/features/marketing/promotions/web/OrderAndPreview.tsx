import { Button } from '@mantine/core'
import { IconLayoutList } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '#web/api/session.ts'
import { landingPage } from '../landing-contract.ts'
import { paths } from './landing-paths.ts'

/** The way to the landing page as it is and will be, for whoever may see it. */
export function OrderAndPreview() {
  const me = useMe()
  if (refusal(me, landingPage.board.permission)) return null
  return (
    <Button component={Link} to={paths.board} variant="default" leftSection={<IconLayoutList size={16} />}>
      Order and preview
    </Button>
  )
}
