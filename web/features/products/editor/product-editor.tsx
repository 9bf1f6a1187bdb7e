import { listCategoryTree } from '#contract/products/categories.ts'
import {
  type Changeable,
  PRODUCT_FIELDS,
  type ProductProblem,
  type TypedFields,
  type WorkingCopy,
  findProblems,
} from '#contract/products/working-copy.ts'
import { ProductForm } from '#contract/products/products.ts'
import { parseWholeAmount } from '#contract/core/parse-amount.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { ProductFiles } from '#web/features/files/product-files/product-files.tsx'
import { PackParts } from '#web/features/prices/pack-parts.tsx'
import { PreviewImages } from '#web/features/products/preview-images.tsx'
import { CoverField } from '#web/features/products/form/cover-field.tsx'
import { DrawnCoverPicker } from '#web/features/products/form/drawn-cover/drawn-cover-picker.tsx'
import { FormSection } from '#web/features/products/form/form-section.tsx'
import { LivePreview } from '#web/features/products/form/live-preview.tsx'
import { proposeName } from '#web/features/products/form/name-from-file.ts'
import { OptionalFields } from '#web/features/products/form/optional-fields.tsx'
import {
  CategoryFields,
  DescriptionField,
  NameField,
  PriceField,
  type ProductInput,
} from '#web/features/products/form/product-fields.tsx'
import type { UnsentChanges } from '#web/features/products/working-copies/unsent-changes.ts'
import { CaptchaWarning } from '#web/shared/forms/captcha-warning.tsx'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { FailedLoads } from '#web/shared/loaded.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { usePreview } from './preview-button.tsx'
import { PublishBar } from './publish-bar.tsx'
import { PublishPanel, focusProblem } from './publish-panel.tsx'
import { FIELD_NAMES, sortNames } from '../form/part-names.ts'
import { useProposedCategory } from '../form/use-proposed-category.ts'
import { useCover } from './use-cover.ts'
import { usePublication, useRunningUploads } from './use-publication.tsx'
import { useSaving } from './use-saving.ts'

/**
 * The form for everything that a product can have, and what it lacks or what was changed of it before it is published.
 * Everything is saved by itself.
 * @param copy the working copy as it is stored; a new product has the id 0 until it is
 * @param isDraft whether the product was not published when the page was opened
 * @param unsent what this browser has kept of a new product
 * @param typed what this browser has kept and is to be saved
 * @param onCreated is called with the draft of a new product once it is stored
 * @param onDiscarded is called with what is left once the changes were taken back
 */
export function ProductEditor({
  copy,
  isDraft,
  unsent,
  typed = unsent?.fields,
  onCreated = () => undefined,
  onDiscarded = () => undefined,
}: {
  copy: WorkingCopy
  isDraft: boolean
  unsent?: UnsentChanges | undefined
  typed?: TypedFields | undefined
  onCreated?: (draft: WorkingCopy) => void
  onDiscarded?: (copy: WorkingCopy) => void
}) {
  const { form, field, attempt, showErrors } = useEndpointForm<ProductInput, ProductForm>(
    ProductForm,
    FIELD_NAMES,
    { defaultValues: { isPriceDynamic: false, ...copy.fields, ...typed } as ProductInput },
  )
  const saving = useSaving(copy, form, { unsent, onCreated })
  const uploads = useRunningUploads()
  const cover = useCover(saving.requireId, uploads.add, saving.adopt)
  const categoriesQuery = useRead(listCategoryTree, {})
  const categories = categoriesQuery.data?.categories ?? []
  const proposedCategory = useProposedCategory(form, isDraft)
  const { publish, stage } = usePublication(isDraft, saving, uploads)
  const opening = usePreview(saving, uploads)
  // A new product has nothing to be seen until it is stored.
  const preview = copy.id > 0 ? opening : undefined

  const fields = form.watch() as TypedFields
  const problems = findProblems({ ...copy, fields })
  // What was typed or chosen just now is saved soon.
  const changes = new Set<Changeable>([
    ...copy.changes,
    ...findUnsaved(copy.fields, fields),
    ...(cover.image ? ['image_file' as const] : []),
  ])
  // What is being uploaded is there soon.
  const missing = sortNames(
    problems.filter(
      problem =>
        !(problem === 'product_file' && uploads.isRunning) &&
        !(problem === 'image_file' && cover.image),
    ),
  )
  const tryToPublish = (first: ProductProblem | undefined) => {
    if (first === undefined) return void publish()
    showErrors()
    void form.trigger()
    if (missing.includes('product_file') || missing.includes('image_file'))
      showToast('error', m.create_missing_files(), { id: 'missing-files' })
    focusProblem(first)
  }

  const { currency } = useSiteSettings()
  const describePrice = (amount: number | undefined) =>
    amount === undefined ? '' : formatPrice(amount, currency)
  const fieldProps = { form, field }
  const storedCover = copy.imageFile ?? undefined
  const price = parseWholeAmount(String(form.watch('price') ?? ''))
  /** A product without a name gets that of its first file, whose type says something about the category too. */
  const proposeByFile = ([file]: readonly File[]) => {
    if (!file) return
    proposedCategory.noteFile(file.name)
    if (form.getValues('name')) return
    form.setValue('name', proposeName(file.name), { shouldDirty: true, shouldValidate: true })
  }
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_14.5rem] xl:gap-10">
      <div
        inert={stage === 'publishing'}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5"
      >
        <FailedLoads queries={[categoriesQuery]} />
        {copy.pack === null && (
          <Card panel className="min-w-0">
            <ProductFiles
              copy={copy}
              isDraft={isDraft}
              requireId={saving.requireId}
              onChoose={proposeByFile}
              onUpload={uploads.add}
              showMissing={attempt > 0}
            />
          </Card>
        )}
        {/* The parts of a published pack are on its page, where a change counts at once. */}
        {copy.pack && isDraft && (
          <Card panel className="min-w-0">
            <PackParts packId={copy.id} pack={copy.pack} price={price} />
          </Card>
        )}
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
            <NameField {...fieldProps} />
            <PriceField {...fieldProps} />
            <DescriptionField {...fieldProps} />
            <CategoryFields
              {...fieldProps}
              categories={categories}
              proposedBy={proposedCategory.reason}
              onChoose={proposedCategory.noteChoice}
            />
          </FormSection>
        </form>
        <FormSection title={m.edit_cover_section()}>
          <CoverField
            cover={cover}
            showMissing={attempt > 0}
            currentImageUrl={storedCover}
            {...(!isDraft && { keptText: m.edit_image_keeps() })}
          />
          {(storedCover === undefined || cover.drawn) && (
            <DrawnCoverPicker
              title={form.watch('name') ?? ''}
              image={cover.drawn ?? cover.image}
              isChosen={isDraft}
              onPick={cover.pickDrawn}
            />
          )}
        </FormSection>
        <OptionalFields
          {...fieldProps}
          previews={{
            count: copy.previews.length,
            list: (
              <PreviewImages
                productId={copy.id}
                previews={copy.previews}
                requireId={saving.requireId}
              />
            ),
          }}
        />
        <PublishPanel
          copy={copy}
          isDraft={isDraft}
          changes={[...changes]}
          problems={missing}
          onDiscarded={onDiscarded}
          save={saving.flush}
          preview={preview}
        />
        <PublishBar
          name={(form.watch('name') ?? '').trim()}
          price={describePrice(price)}
          coverUrl={storedCover}
          isDraft={isDraft}
          isUnchanged={!isDraft && changes.size === 0}
          problems={missing}
          saveState={saving.state}
          stage={stage}
          isUploading={uploads.isRunning}
          preview={preview}
          onPublish={tryToPublish}
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

/** Finds the fields that are not saved as they were typed. */
const findUnsaved = (saved: TypedFields, typed: TypedFields) =>
  PRODUCT_FIELDS.filter(name => (typed[name] || '') !== (saved[name] || ''))
