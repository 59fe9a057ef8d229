import { use, useState } from 'react'
import { call } from '#web/api/client.ts'
import { download } from '#web/api/download.ts'
import { config } from '#web/config.ts'
import { Button } from '#web/plain/Button.tsx'
import { Frame } from '#web/plain/Frame.tsx'
import { askOnce } from '#web/plain/link.ts'
import { showInstant } from '#web/ui/format.ts'
import { reports } from '../contract.ts'
import styles from './Reports.module.css'

/** Where the link of a report leads: whoever has it downloads the file, while the link works. */
export function SharedReport({ token }: { token: string }) {
  const link = use(askOnce(`report ${token}`, async () => (await call(reports.shared, { params: { token } })).data))
  const [state, setState] = useState<{ busy?: boolean; message?: string; failed?: string }>({})
  if (link instanceof Error) return <Frame title="This link cannot be used" lead={link.message} />
  const get = async (isWorkbook: boolean) => {
    setState({ busy: true })
    try {
      setState({ message: `Downloaded ${await download(reports.sharedCsv, { params: { token }, isWorkbook })}` })
    } catch (error) {
      setState({ failed: (error as Error).message })
    }
  }
  const isWorkbook = link.format === 'xlsx'
  return (
    <Frame
      title={link.name}
      lead={`${link.from} of ${config.chain} has shared this report with you. The file is created when you download it. The link works until ${showInstant(link.endsAt)}.`}
    >
      <div className={styles.share}>
        <Button isBusy={state.busy ?? false} onClick={() => void get(isWorkbook)}>
          Download {isWorkbook ? 'Excel' : 'CSV'}
        </Button>
        <Button isSubtle disabled={state.busy ?? false} onClick={() => void get(!isWorkbook)}>
          Download {isWorkbook ? 'CSV' : 'Excel'}
        </Button>
        {state.message && <p role="status">{state.message}</p>}
        {state.failed && <p role="alert">{state.failed}</p>}
      </div>
    </Frame>
  )
}
