import { useCallback, useEffect, useState } from 'react'
import type { Output } from '#contract/endpoint.ts'
import { addressOf } from '#web/api/address.ts'
import { call } from '#web/api/client.ts'
import { config } from '#web/config.ts'
import { Button } from '#web/plain/Button.tsx'
import { PublicLink } from '#web/PublicLink.tsx'
import { useDocumentTitle } from '#web/shell/title.ts'
import { showInstant } from '#web/ui/format.ts'
import { Mark } from '#web/ui/Mark.tsx'
import { outbox } from '../contract.ts'
import { linked } from './linked.ts'
import styles from './Outbox.module.css'

const REFRESH_MS = 2500

type Emails = Output<typeof outbox.list.reply>

/** The emails that the demo stored instead of sending them, for superadmins: links to other people's accounts stand in them. */
export function Outbox() {
  useDocumentTitle('Outbox')
  const [emails, setEmails] = useState<Emails>()
  const [failure, setFailure] = useState<string>()
  const [page, setPage] = useState(1)
  const load = useCallback(async () => {
    try {
      const { data } = await call(outbox.list, { query: { page } })
      setFailure(undefined)
      setEmails((before) => (page > 1 && before ? { ...data, emails: [...before.emails, ...data.emails] } : data))
    } catch (error) {
      setFailure((error as Error).message)
    }
  }, [page])
  useEffect(() => {
    void load()
    if (page > 1) return
    // A mail that was just asked for arrives while one looks.
    const timer = setInterval(() => void load(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [load, page])

  return (
    <div className={styles.outbox}>
      <header className={styles.head}>
        <Mark size={32} />
        <div>
          <h1>Outbox</h1>
          <p>The demo does not send email. Messages appear here instead.</p>
        </div>
        <PublicLink to="/" className={styles.back}>
          Back to Login
        </PublicLink>
      </header>
      <main>
        {failure && (
          <div className={styles.state} role="alert">
            <p>{failure}</p>
            <Button isSubtle onClick={() => void load()}>
              Retry
            </Button>
          </div>
        )}
        {emails?.emails.length === 0 && (
          <p className={styles.state}>No emails yet. Request a reset link to see one here.</p>
        )}
        <ol className={styles.emails}>
          {emails?.emails.map((mail) => (
            <li key={mail.id} className={styles.mail}>
              <div className={styles.about}>
                <h2>{mail.subject}</h2>
                <time dateTime={mail.at}>{showInstant(mail.at)}</time>
              </div>
              <p className={styles.to}>
                To {mail.to}
                {mail.state === 'bounced' && <span className={styles.bounced}>Bounced</span>}
                {mail.key && (
                  <a
                    className={styles.view}
                    href={addressOf(config.api, outbox.html.path, { params: { key: mail.key } })}
                    target="_blank"
                    rel="noreferrer"
                    aria-label={`View as email: ${mail.subject}`}
                  >
                    View as email
                  </a>
                )}
              </p>
              <p className={styles.text}>
                {linked(mail.text).map((piece, at) =>
                  piece.url ? (
                    <a key={at} href={piece.url}>
                      {piece.text}
                    </a>
                  ) : (
                    piece.text
                  ),
                )}
              </p>
            </li>
          ))}
        </ol>
        {emails && emails.emails.length < emails.totalCount && (
          <Button isSubtle onClick={() => setPage(page + 1)}>
            Older emails
          </Button>
        )}
      </main>
    </div>
  )
}
