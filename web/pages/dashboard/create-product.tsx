import { Suspense, lazy, useEffect, useMemo, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigate, useSearchParams } from 'react-router'
import { type DraftFields, createDraft } from '#contract/catalog/drafts.ts'
import { type OwnProduct, ProductForm, createProduct } from '#contract/catalog/products.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { baseApi } from '#web/api/query.ts'
import { createRandomId } from '#web/api/random-id.ts'
import { uploadForm } from '#web/api/upload.ts'
import { catalogApi } from '#web/features/catalog/api.ts'
import { getDraftPath } from '#web/features/catalog/drafts/draft-path.ts'
import { keepChosenFiles } from '#web/features/catalog/drafts/chosen-files.ts'
import {
  readDraft,
  deleteDraft,
  deleteSentDraft,
  saveNewProductDraft,
  getIdempotencyKey,
  noteUpload,
  type DraftKey,
  type ProductFiles,
} from '#web/features/catalog/product-form/draft.ts'
import { DrawnCoverPicker } from '#web/features/catalog/product-form/drawn-cover/drawn-cover-picker.tsx'
import { FileFields } from '#web/features/catalog/product-form/file-fields.tsx'
import { FormSection } from '#web/features/catalog/product-form/form-section.tsx'
import { LivePreview } from '#web/features/catalog/product-form/live-preview.tsx'
import {
  CategoryFields,
  FIELD_NAMES,
  GuaranteeField,
  PriceFields,
  type ProductInput,
  DescriptionFields,
} from '#web/features/catalog/product-form/product-fields.tsx'
import { UploadProgressPanel } from '#web/features/catalog/product-form/upload-progress.tsx'
import { useProductFiles } from '#web/features/catalog/product-form/use-product-files.ts'
import { useLargeFile } from '#web/features/catalog/product-form/use-large-file.ts'
import { useUpload } from '#web/features/catalog/product-form/use-upload.tsx'
import { paths } from '#web/paths.ts'
import { useSellerId } from '#web/shared/dashboard-user.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { CaptchaWarning } from '#web/shared/forms/captcha-warning.tsx'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
import { SubmitButton } from '#web/shared/forms/submit-button.tsx'
import { FailedLoads } from '#web/shared/loaded.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { parseId } from '#web/shared/parse-id.ts'
import { useHydrated } from '#web/shared/use-hydrated.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { persistently } from '#web/ui/load-code.ts'
import { showToast } from '#web/ui/toasts/toast.ts'
import type { Route } from './+types/create-product'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.create_title(), { hidden: true })

// Every visitor of the site loads the list of all pages and their scripts, so a draft has no page of its own.
const DraftPage = lazy(persistently(() => import('./create-product/draft/draft-page.tsx')))

/** The page on which a seller publishes a product, or goes on with a draft, which the address names. */
export default function CreateProductPage() {
  const [search] = useSearchParams()
  const draftId = search.get('draft')
  if (draftId === null) return <NewProduct />
  return (
    <Suspense fallback={<Skeleton className="h-96 rounded-panel" />}>
      <DraftPage id={parseId(draftId)} />
    </Suspense>
  )
}

/** Publishes a product in one go. After hydration it restores what was typed before. */
function NewProduct() {
  const key: DraftKey = `${useSellerId()}/new`
  const isHydrated = useHydrated()
  const [discardCount, setDiscardCount] = useState(0)
  const draft = useMemo(
    () => (isHydrated && discardCount === 0 ? readDraft(key) : undefined),
    [isHydrated, discardCount, key],
  )
  return (
    <div className="grid min-w-0 gap-6">
      <header>
        <h1 className="text-title">{m.create_title()}</h1>
        <p className="mt-2.5 text-soft">{m.create_lead()}</p>
      </header>
      {draft && (
        <Banner
          tone="info"
          action={
            <Button
              kind="ghost"
              size="small"
              onClick={() => {
                deleteDraft(key)
                setDiscardCount(count => count + 1)
              }}
            >
              {m.draft_discard()}
            </Button>
          }
        >
          {draft.files.product || draft.files.image ? m.draft_kept() : m.draft_kept_texts()}
        </Banner>
      )}
      <CreateProductForm
        key={`${draft ? 'draft' : 'blank'}${discardCount}`}
        draftKey={key}
        draft={draft}
      />
    </div>
  )
}

/** The form for the fields and files of a new product. Source: specification, validation of products. */
function CreateProductForm({
  draftKey,
  draft,
}: {
  draftKey: DraftKey
  draft: ReturnType<typeof readDraft>
}) {
  const { form, field, attempt, showErrors, fieldErrors } = useEndpointForm<
    ProductInput,
    ProductForm
  >(ProductForm, FIELD_NAMES, {
    defaultValues: { isPriceDynamic: false, ...draft?.form },
  })
  const categoriesQuery = catalogApi.useCategoriesQuery({})
  const { data } = categoriesQuery
  const { runningUpload, start, cancel } = useUpload('create_product_form')
  const largeFile = useLargeFile()
  const running = runningUpload ?? largeFile.running
  const dispatch = useDispatch()
  const productFiles = useProductFiles(
    draft?.files ?? { image: null, product: null },
    (picked: ProductFiles) => saveNewProductDraft(draftKey, form.getValues(), picked),
  )
  const { files, problems, problemErrors } = productFiles
  const { image, product } = files
  const hasAllFiles = image !== null && product !== null

  // Every change is saved as a draft, so that a reload, a crash or an expired session loses no input.
  const { subscribe } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => saveNewProductDraft(draftKey, values, files),
      }),
    [subscribe, draftKey, files],
  )

  const showFormErrors = () => {
    showErrors()
    if (!hasAllFiles) showToast('error', m.create_missing_files(), { id: 'missing-files' })
  }
  const submit = form.handleSubmit(async values => {
    if (running) return
    if (!image || !product || !(await productFiles.checkUnchanged())) return showFormErrors()
    const sentForm = form.getValues()
    let published: OwnProduct | undefined
    const noteEnd = noteUpload(draftKey, sentForm)
    const file = await largeFile.prepare(product)
    if (!file) return noteEnd()
    await start(
      async ({ onProgress, ...options }) => {
        const result = await uploadForm(
          createProduct,
          {
            form: { ...values, ...(file.uploadId && { uploadIds: file.uploadId }) },
            files: { image_file: image, ...file.files },
            idempotencyKey: getIdempotencyKey(draftKey, sentForm, files),
            ...options,
          },
          onProgress,
        )
        if (result.ok) {
          published = result.body
          file.onTaken()
        }
        return result
      },
      {
        getSuccessText: () => (published?.fileScan ? m.create_done_waiting() : m.create_done()),
        getListState: () => (published?.fileScan ? {} : { publishedId: published?.id }),
        failureText: m.create_failed(),
        retryPath: paths.createProduct(),
        onSuccess: () => {
          deleteSentDraft(draftKey, sentForm)
          dispatch(baseApi.util.invalidateTags(['Products', 'Space']))
        },
        onFailure: () => {
          saveNewProductDraft(draftKey, sentForm, files)
          // The server has stored the product if only the response was lost, so the product list is fetched again.
          dispatch(baseApi.util.invalidateTags(['Products', 'Space']))
        },
      },
    ).finally(noteEnd)
  }, showFormErrors)

  const [isSavingDraft, setIsSavingDraft] = useState(false)
  const navigate = useNavigate()
  /**
   * Saves what there is as a draft, whose page uploads the chosen files. Until that page is there, nothing can be typed, since
   * it would be lost.
   */
  const saveAsDraft = async () => {
    setIsSavingDraft(true)
    const result = await callEndpoint(createDraft, {
      body: { fields: form.getValues() as DraftFields },
      idempotencyKey: createRandomId(),
    })
    if (!result.ok) {
      setIsSavingDraft(false)
      return showFailureToast(m.draft_save_failed(), result)
    }
    keepChosenFiles(result.body.id, { image, files: product ? [product] : [] })
    deleteDraft(draftKey)
    dispatch(baseApi.util.invalidateTags(['Products']))
    await navigate(getDraftPath(result.body.id))
  }

  const missingFileErrors = [
    ...(product || problems.product
      ? []
      : [{ name: 'product_file', message: m.create_file_missing() }]),
    ...(image || problems.image ? [] : [{ name: 'image_file', message: m.create_image_missing() }]),
  ]
  const fieldProps = { form, field }
  const categories = data?.categories ?? []
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_14.5rem] xl:gap-10">
      <div className="grid min-w-0 content-start gap-6">
        <FailedLoads queries={[categoriesQuery]} />
        <form method="post" noValidate className="grid min-w-0 gap-5" onSubmit={submit}>
          <CaptchaWarning />
          <ErrorSummary
            title={m.form_problems()}
            errors={[...fieldErrors, ...missingFileErrors, ...problemErrors]}
            attempt={attempt}
          />
          <div inert={running !== undefined || isSavingDraft} className="grid min-w-0 gap-5">
            <FormSection title={m.create_section_what()}>
              <DescriptionFields {...fieldProps} />
              <CategoryFields {...fieldProps} categories={categories} />
            </FormSection>
            <FormSection title={m.create_section_price()}>
              <PriceFields {...fieldProps} />
              <GuaranteeField {...fieldProps} />
            </FormSection>
            <FormSection title={m.create_section_files()}>
              <FileFields product={productFiles} showMissing={attempt > 0} />
              <DrawnCoverPicker
                title={form.watch('name') ?? ''}
                image={image}
                onPick={picked => productFiles.pick('image', picked)}
              />
            </FormSection>
          </div>
          {running ? (
            <UploadProgressPanel
              runningUpload={running}
              name={product?.name ?? ''}
              onCancel={runningUpload ? cancel : largeFile.cancel}
            />
          ) : (
            <div className="flex flex-wrap gap-3">
              <SubmitButton
                isReady={form.formState.isValid && hasAllFiles}
                className="w-full sm:w-auto"
              >
                {m.create_submit()}
              </SubmitButton>
              <Button
                kind="ghost"
                className="w-full sm:w-auto"
                pending={isSavingDraft}
                onClick={() => void saveAsDraft()}
              >
                {m.draft_save()}
              </Button>
            </div>
          )}
        </form>
      </div>
      <div className="hidden lg:block">
        <LivePreview form={form} image={image} categories={categories} />
      </div>
    </div>
  )
}
