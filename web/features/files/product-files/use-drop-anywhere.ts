import { useEffect, useEffectEvent } from 'react'

/** Takes files that are dropped anywhere on the page but on a field for files, which takes them itself. */
export function useDropAnywhere(onDrop: (files: File[]) => void): void {
  const take = useEffectEvent(onDrop)
  useEffect(() => {
    const allow = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      const files = [...(event.dataTransfer?.files ?? [])]
      const isOnField = event.target instanceof Element && event.target.closest('[data-file-drop]')
      if (files.length === 0 || isOnField) return
      event.preventDefault()
      take(files)
    }
    document.addEventListener('dragover', allow)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', allow)
      document.removeEventListener('drop', drop)
    }
  }, [])
}
