import type { ReactNode } from 'react'
import { useDocumentTitle } from '../public-settings.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import styles from './page.module.css'

type PageProps = {
  /** Comes before the app's title in the browser's tab. */
  title?: string | undefined
  adminLink?: boolean
  actions?: ReactNode
  tabs?: ReactNode
  width?: 'wide' | 'narrow'
  children: ReactNode
}

export function Page({ title, adminLink = true, actions, tabs, width = 'wide', children }: PageProps) {
  useDocumentTitle(title)
  return (
    <>
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      <Header adminLink={adminLink} actions={actions} />
      {tabs}
      <main className={styles.content} id="content" data-width={width} tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </>
  )
}
