import type { ReactNode } from 'react'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import styles from './message-screen.module.css'

type MessageScreenProps = { title: string; actions?: ReactNode; children: ReactNode }

export function MessageScreen({ title, actions, children }: MessageScreenProps) {
  return (
    <>
      <Header />
      <main className={styles.screen}>
        <h1>{title}</h1>
        <p className={styles.text}>{children}</p>
        <div className={styles.actions}>{actions}</div>
      </main>
      <Footer />
    </>
  )
}
