import type { ReactNode } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Stack } from '../../ui/layout.tsx'
import styles from './qr-code.module.css'

type QrCodeProps = { svg: string; of: 'link' | 'text'; text: string; copy: string; children: ReactNode }

/** For the camera of a phone, with what it holds to be read and copied. */
export const QrCode = ({ svg, of, text, copy, children }: QrCodeProps) => (
  <Stack gap={3} align="center">
    <img
      className={styles.qr}
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt={`QR code of the ${of} below`}
    />
    <code className={styles.text}>{children}</code>
    <CopyButton text={text} name={copy} />
  </Stack>
)
