import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { settingsQuery } from './server/public-queries.ts'

const description = document.querySelector<HTMLMetaElement>('meta[name="description"]')

// The server writes the title and the tagline into the page, so the first paint has the right words.
const defaults = {
  app_title: document.title,
  app_tagline: description?.content ?? '',
  footer_message: 'Built for Sports Fans',
}

/** The defaults remain when they cannot be loaded. */
export function usePublicSettings() {
  const { data, error } = useQuery(settingsQuery)
  useEffect(() => {
    if (error) console.error('The settings could not be loaded:', error)
  }, [error])
  return data ?? defaults
}

export const useHallTitle = (): string =>
  useQuery(settingsQuery).data?.championship_page_title ?? 'Hall of Fame'

/** `Title of the page · Title of the app`. */
export function useDocumentTitle(page?: string) {
  const { app_title, app_tagline } = usePublicSettings()
  useEffect(() => {
    document.title = page ? `${page} · ${app_title}` : app_title
    if (description) description.content = app_tagline
  }, [page, app_title, app_tagline])
}
