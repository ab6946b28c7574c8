import { basePath } from '../../browser/base-path.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Row } from '../../ui/layout.tsx'
import styles from './pick-saved.module.css'

type ReceiptLineProps = { code: string; justify?: 'center' }

export const ReceiptLine = ({ code, ...align }: ReceiptLineProps) => (
  <Row as="p" gap={2} {...align}>
    <span>Receipt</span> <ReceiptLink code={code} />
    <CopyButton text={code} name="Copy" />
  </Row>
)

export const ReceiptLink = ({ code }: { code: string }) => (
  <a className={styles.code} translate="no" href={`${basePath}/receipt/${code}`}>
    {code}
  </a>
)
