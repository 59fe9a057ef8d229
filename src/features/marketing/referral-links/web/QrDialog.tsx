import { Button } from '@mantine/core'
import { saveAs } from '#web/api/download.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import type { ReferralLink } from '../contract.ts'
import { pngOf, qrOf, svgOf } from './qr.ts'
import styles from './ReferralLinks.module.css'

/** The short link as a QR code, to be printed or shown. */
export default function QrDialog({ of: link, onClose }: { of: ReferralLink; onClose: () => void }) {
  const rows = qrOf(link.short_referral_link)
  const file = `referral-link-${link.referral_code}`
  return (
    <Dialog
      opened
      onClose={onClose}
      size="sm"
      title={`QR code of the link of ${link.name}`}
      footer={
        <>
          <Button variant="default" onClick={() => saveAs(svgOf(rows), `${file}.svg`)}>
            Download SVG
          </Button>
          <Button onClick={() => void pngOf(rows).then((png) => saveAs(png, `${file}.png`))}>Download PNG</Button>
        </>
      }
    >
      <div className={styles.qr}>
        <QrCode rows={rows} title={`QR code of ${link.short_referral_link}`} />
        <span>{link.short_referral_link}</span>
      </div>
    </Dialog>
  )
}
