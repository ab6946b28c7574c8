import { useEffect } from 'react'
import { type Notice as Message, useNotices } from '../notices.ts'
import { SmallButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './page.module.css'

const shownMs = 6_000

export function NoticeList() {
  const notices = useNotices((state) => state.notices)
  return (
    <div className={styles.toasts}>
      {notices.map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
    </div>
  )
}

/** A success disappears; a problem waits to be read. */
function Toast({ notice: { id, tone, text } }: { notice: Message }) {
  const dismiss = useNotices((state) => state.dismiss)
  useEffect(() => {
    if (tone === 'danger') return
    const timer = setTimeout(() => dismiss(id), shownMs)
    return () => clearTimeout(timer)
  }, [id, tone, dismiss])
  return (
    <div className={styles.toast}>
      <Notice
        tone={tone}
        action={
          <SmallButton variant="quiet" aria-label="Dismiss" onClick={() => dismiss(id)}>
            ✕
          </SmallButton>
        }
      >
        {text}
      </Notice>
    </div>
  )
}
