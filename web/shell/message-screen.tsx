import type { ReactNode } from 'react'
import { Row } from '../ui/layout.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import styles from './page.module.css'

type MessageScreenProps = { title: string; actions?: ReactNode; children: ReactNode }

export function MessageScreen({ title, actions, children }: MessageScreenProps) {
  return (
    <>
      <Header />
      <main className={styles.screen}>
        <h1>{title}</h1>
        <p className={styles.explanation}>{children}</p>
        <Row justify="center">{actions}</Row>
      </main>
      <Footer />
    </>
  )
}
