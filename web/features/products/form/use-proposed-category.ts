import { skipToken } from '@reduxjs/toolkit/query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type CategoryProposal,
  PROPOSAL_NAME_MAX,
  proposeCategory,
} from '#contract/products/categories.ts'
import { FILE_TYPES, type FileType } from '#contract/core/limits.ts'
import { useRead } from '#web/api/query.ts'
import type { FieldGroupProps } from './product-fields.tsx'

/** The milliseconds without an edit of the name after which a category is proposed for it. */
const PAUSE_MS = 400

/**
 * Chooses the category of a draft by itself once its name or file says something about it, and chooses another one when
 * they change. What the seller has chosen stays.
 */
export function useProposedCategory(
  { watch, getValues, setValue }: FieldGroupProps['form'],
  isDraft: boolean,
) {
  const name = (watch('name') ?? '').trim().slice(0, PROPOSAL_NAME_MAX)
  const categoryId = watch('categoryId') ?? ''
  const [fileType, setFileType] = useState<FileType>()
  const [hasChosen, setHasChosen] = useState(categoryId !== '')
  const isOpen = isDraft && !hasChosen

  // A draft that is opened and left as it was is not changed.
  const [firstName] = useState(name)
  const [settledName, setSettledName] = useState(name)
  useEffect(() => {
    const timer = setTimeout(() => setSettledName(name), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [name])
  const hasNews = settledName !== '' && (settledName !== firstName || fileType !== undefined)
  const query = { name: settledName, ...(fileType && { fileType }) }
  const { data } = useRead(proposeCategory, isOpen && hasNews ? { query } : skipToken)

  const proposal = isOpen && hasNews ? data?.proposal : undefined
  const adoptedId = useRef('')
  const adopt = useEffectEvent((next: CategoryProposal | null) => {
    const currentId = getValues('categoryId') ?? ''
    // Another device may have chosen one meanwhile.
    if (currentId !== '' && currentId !== adoptedId.current) return
    adoptedId.current = toValue(next?.categoryId)
    for (const field of ['categoryId', 'subcategoryId'] as const) {
      const value = toValue(next?.[field])
      // What is left for the seller to choose is no error yet.
      if ((getValues(field) ?? '') !== value)
        setValue(field, value, { shouldDirty: true, shouldValidate: value !== '' })
    }
  })
  useEffect(() => {
    if (proposal !== undefined) adopt(proposal)
  }, [proposal])

  return {
    /** What the shown category was chosen by; undefined if the seller has chosen it. */
    reason: proposal && categoryId === toValue(proposal.categoryId) ? proposal.reason : undefined,
    /** Notes that the seller has chosen. */
    noteChoice: () => setHasChosen(true),
    /** Notes the first file that was chosen. */
    noteFile: (fileName: string) => {
      const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase()
      setFileType(before => before ?? FILE_TYPES.find(type => type === extension))
    },
  }
}

const toValue = (id: number | null | undefined): string => (id ? String(id) : '')
