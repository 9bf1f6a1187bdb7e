import { useState } from 'react'
import { useDispatch } from 'react-redux'
import {
  type Draft,
  type DraftFields,
  findDraftProblems,
  publishDraft,
} from '#contract/catalog/drafts.ts'
import { ProductForm, type OwnProductDetail } from '#contract/catalog/products.ts'
import { parseWholeAmount } from '#contract/core/parse-amount.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { baseApi } from '#web/api/query.ts'
import { createRandomId } from '#web/api/random-id.ts'
import { catalogApi } from '#web/features/catalog/api.ts'
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
import { CaptchaWarning } from '#web/shared/forms/captcha-warning.tsx'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
import { FailedLoads } from '#web/shared/loaded.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { Card } from '#web/ui/surfaces/card.tsx'
import { PublishPanel } from './publish-panel.tsx'
import { useDraftCover } from './use-draft-cover.ts'
import { useDraftSaving } from './use-draft-saving.ts'
import { getDraftPath } from '#web/features/catalog/drafts/draft-path.ts'
import { takeChosenFiles } from '#web/features/catalog/drafts/chosen-files.ts'

/** The form for everything that a draft can have, its files, and what it lacks before it is published. */
export function DraftEditor({ draft }: { draft: Draft }) {
  const { id } = draft
  const { form, field } = useEndpointForm<ProductInput, ProductForm>(ProductForm, FIELD_NAMES, {
    defaultValues: { isPriceDynamic: false, ...draft.fields } as ProductInput,
  })
  const saving = useDraftSaving(draft, form)
  const [chosen] = useState(() => takeChosenFiles(id))
  const cover = useDraftCover(draft, chosen.image, saving.adopt)
  const [isUploading, setIsUploading] = useState(false)
  const [idempotencyKey] = useState(createRandomId)
  const { runningUpload, start } = useUpload('create_product_form')
  const dispatch = useDispatch()
  const categoriesQuery = catalogApi.useCategoriesQuery({})
  const categories = categoriesQuery.data?.categories ?? []

  const problems = findDraftProblems({ ...draft, fields: form.watch() as DraftFields })
  const publish = async () => {
    if (isUploading) return showToast('info', m.draft_uploading(), { id: 'draft-uploading' })
    // If it fails, the page says so beside the button.
    if (!(await saving.flush())) return
    let published: OwnProductDetail | undefined
    await start(
      async ({ captcha, signal }) => {
        const result = await callEndpoint(publishDraft, {
          params: { id },
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
        onSuccess: () => dispatch(baseApi.util.invalidateTags(['Products', 'Space'])),
        onFailure: () => dispatch(baseApi.util.invalidateTags(['Products', 'Space'])),
      },
    )
  }

  const fieldProps = { form, field }
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_14.5rem] xl:gap-10">
      <div
        inert={runningUpload !== undefined}
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
          <FormSection title={m.edit_cover_section()}>
            <CoverField product={cover} currentImageUrl={draft.imageFile ?? undefined} />
            {draft.imageFile === null && (
              <DrawnCoverPicker
                title={form.watch('name') ?? ''}
                image={cover.files.image}
                onPick={picked => cover.pick('image', picked)}
              />
            )}
          </FormSection>
        </form>
        <Card panel className="min-w-0">
          <PreviewImages productId={id} previews={draft.previews} />
        </Card>
        <Card panel className="min-w-0">
          {draft.pack ? (
            <PackParts
              packId={id}
              pack={draft.pack}
              price={parseWholeAmount(String(form.watch('price') ?? ''))}
            />
          ) : (
            <ProductFiles
              productId={id}
              hasBuyers={false}
              draft={{ chosenFiles: chosen.files, onUploading: setIsUploading }}
            />
          )}
        </Card>
        <PublishPanel
          draft={draft}
          problems={problems}
          saveState={saving.state}
          isPublishing={runningUpload !== undefined}
          onPublish={() => void publish()}
          save={saving.flush}
        />
      </div>
      <div className="hidden lg:block">
        <LivePreview
          form={form}
          image={cover.files.image}
          currentImageUrl={draft.imageFile ?? undefined}
          categories={categories}
        />
      </div>
    </div>
  )
}
