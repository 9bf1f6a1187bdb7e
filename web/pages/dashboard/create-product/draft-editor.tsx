import { useRef, useState } from 'react'
import { listCategoryTree } from '#contract/catalog/categories.ts'
import {
  type Draft,
  type DraftFields,
  type DraftProblem,
  findDraftProblems,
  getDraft,
  publishDraft,
} from '#contract/catalog/drafts.ts'
import { ProductForm, type OwnProductDetail } from '#contract/catalog/products.ts'
import { parseWholeAmount } from '#contract/core/parse-amount.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { useRead, readAgain } from '#web/api/query.ts'
import { createRandomId } from '#web/api/random-id.ts'
import { getDraftPath } from '#web/features/catalog/drafts/draft-path.ts'
import type { UnsentDraft } from '#web/features/catalog/drafts/unsent-drafts.ts'
import { ProductFiles } from '#web/features/catalog/files/product-files.tsx'
import { PackParts } from '#web/features/catalog/packs/pack-parts.tsx'
import { PreviewImages } from '#web/features/catalog/preview-images.tsx'
import { CoverField } from '#web/features/catalog/product-form/file-fields.tsx'
import { DrawnCoverPicker } from '#web/features/catalog/product-form/drawn-cover/drawn-cover-picker.tsx'
import { FormSection } from '#web/features/catalog/product-form/form-section.tsx'
import { LivePreview } from '#web/features/catalog/product-form/live-preview.tsx'
import {
  CategoryFields,
  DescriptionFields,
  FIELD_NAMES,
  GuaranteeField,
  PriceFields,
  type ProductInput,
} from '#web/features/catalog/product-form/product-fields.tsx'
import { useUpload } from '#web/features/catalog/product-form/use-upload.tsx'
import { askBeforeClosing } from '#web/shared/ask-before-closing.ts'
import { CaptchaWarning } from '#web/shared/forms/captcha-warning.tsx'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
import { FailedLoads } from '#web/shared/loaded.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { PublishPanel, focusProblem } from './publish-panel.tsx'
import { useDraftCover } from './use-draft-cover.ts'
import { useDraftSaving } from './use-draft-saving.ts'

/**
 * The form for everything that a product can have, its files, and what it lacks before it is published. Everything is
 * saved by itself.
 * @param draft the draft as it is stored; a new product has the id 0 until it is
 * @param unsent what this browser has kept of a new product
 * @param onCreated is called with the draft of a new product once it is stored
 */
export function DraftEditor({
  draft,
  unsent,
  onCreated,
}: {
  draft: Draft
  unsent: UnsentDraft | undefined
  onCreated: (draft: Draft) => void
}) {
  const { form, field, attempt, showErrors } = useEndpointForm<ProductInput, ProductForm>(
    ProductForm,
    FIELD_NAMES,
    {
      defaultValues: { isPriceDynamic: false, ...draft.fields, ...unsent?.fields } as ProductInput,
    },
  )
  const saving = useDraftSaving(draft, form, { unsent, onCreated })
  const uploads = useRunningUploads()
  const cover = useDraftCover(saving.requireId, uploads.add, saving.adopt)
  const categoriesQuery = useRead(listCategoryTree, {})
  const categories = categoriesQuery.data?.categories ?? []
  const { publish, isWaiting, isPublishing } = usePublication(saving, uploads)

  const problems = findDraftProblems({ ...draft, fields: form.watch() as DraftFields })
  // What is being uploaded is there soon.
  const missing = problems.filter(
    problem =>
      !(problem === 'product_file' && uploads.isRunning) &&
      !(problem === 'image_file' && cover.image),
  )
  const tryToPublish = (first: DraftProblem | undefined) => {
    if (first === undefined) return void publish()
    showErrors()
    void form.trigger()
    if (missing.includes('product_file') || missing.includes('image_file'))
      showToast('error', m.create_missing_files(), { id: 'missing-files' })
    focusProblem(first)
  }

  const fieldProps = { form, field }
  const storedCover = draft.imageFile ?? undefined
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_14.5rem] xl:gap-10">
      <div
        inert={isPublishing}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5"
      >
        <FailedLoads queries={[categoriesQuery]} />
        <form
          method="post"
          noValidate
          className="grid min-w-0 gap-5"
          onSubmit={event => {
            event.preventDefault()
            void saving.flush()
          }}
        >
          <CaptchaWarning />
          <FormSection title={m.create_section_what()}>
            <DescriptionFields {...fieldProps} />
            <CategoryFields {...fieldProps} categories={categories} />
          </FormSection>
          <FormSection title={m.create_section_price()}>
            <PriceFields {...fieldProps} />
            <GuaranteeField {...fieldProps} />
          </FormSection>
        </form>
        <Card panel className="min-w-0">
          {draft.pack ? (
            <PackParts
              packId={draft.id}
              pack={draft.pack}
              price={parseWholeAmount(String(form.watch('price') ?? ''))}
            />
          ) : (
            <ProductFiles
              productId={draft.id}
              hasBuyers={false}
              draft={{
                requireId: saving.requireId,
                onUpload: uploads.add,
                showMissing: attempt > 0,
              }}
            />
          )}
        </Card>
        <FormSection title={m.edit_cover_section()}>
          <CoverField cover={cover} showMissing={attempt > 0} currentImageUrl={storedCover} />
          {(storedCover === undefined || cover.drawn) && (
            <DrawnCoverPicker
              title={form.watch('name') ?? ''}
              image={cover.drawn ?? cover.image}
              onPick={cover.pickDrawn}
            />
          )}
        </FormSection>
        <Card panel className="min-w-0">
          <PreviewImages
            productId={draft.id}
            previews={draft.previews}
            requireId={saving.requireId}
          />
        </Card>
        <PublishPanel
          draft={draft}
          problems={missing}
          saveState={saving.state}
          isWaiting={isWaiting}
          isPublishing={isWaiting || isPublishing}
          onPublish={tryToPublish}
          save={saving.flush}
        />
      </div>
      <div className="hidden lg:block">
        <LivePreview
          form={form}
          image={cover.image}
          currentImageUrl={storedCover}
          categories={categories}
        />
      </div>
    </div>
  )
}

/** Knows the uploads of the form that run. */
function useRunningUploads() {
  const running = useRef(new Set<Promise<unknown>>())
  const [count, setCount] = useState(0)
  const add = (upload: Promise<unknown>) => {
    running.current.add(upload)
    setCount(running.current.size)
    void upload.finally(() => {
      running.current.delete(upload)
      setCount(running.current.size)
    })
  }
  return {
    add,
    isRunning: count > 0,
    /** Resolves when no upload runs any more. */
    settle: async () => {
      while (running.current.size > 0) await Promise.all(running.current)
    },
  }
}

/** Publishes a draft once its uploads have ended, also if the seller opens another page of the dashboard meanwhile. */
function usePublication(
  { flush, requireId }: Pick<ReturnType<typeof useDraftSaving>, 'flush' | 'requireId'>,
  uploads: ReturnType<typeof useRunningUploads>,
) {
  const [isWaiting, setIsWaiting] = useState(false)
  const [idempotencyKey] = useState(createRandomId)
  const { runningUpload, start } = useUpload('create_product_form')

  /** Waits for the uploads, and saves what was typed. Returns the id of the draft, if it can be published. */
  const prepare = async (): Promise<number | undefined> => {
    await uploads.settle()
    const product = await requireId()
    // If it fails, the page says so beside the button.
    if (!product.ok || !(await flush())) return undefined
    // Not by the query of the page: once the page was left, a change of the product deletes its answer.
    const stored = await callEndpoint(getDraft, { params: { id: product.id } })
    // The server checks it again, and says why a draft that was not read here is refused.
    const problems = stored.ok ? findDraftProblems(stored.body) : []
    if (problems.some(name => name === 'product_file' || name === 'image_file'))
      showToast('error', m.create_missing_files(), { id: 'missing-files' })
    return problems.length === 0 ? product.id : undefined
  }
  const publish = async () => {
    setIsWaiting(true)
    const id = await askBeforeClosing(prepare).finally(() => setIsWaiting(false))
    if (id === undefined) return
    const params = { id }
    let published: OwnProductDetail | undefined
    await start(
      async ({ captcha, signal }) => {
        const result = await callEndpoint(publishDraft, {
          params,
          captcha,
          signal,
          idempotencyKey,
        })
        if (result.ok) published = result.body
        return result
      },
      {
        getSuccessText: () => (published?.fileScan ? m.create_done_waiting() : m.create_done()),
        getListState: () => (published?.fileScan ? {} : { publishedId: published?.id }),
        failureText: m.create_failed(),
        retryPath: getDraftPath(id),
        onSuccess: () => readAgain(['Products', 'Space']),
        onFailure: () => readAgain(['Products', 'Space']),
      },
    )
  }
  return { publish, isWaiting, isPublishing: runningUpload !== undefined }
}
