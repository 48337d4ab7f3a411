// Package worker takes jobs from a queue in many ways. None of them is a retry:
// when a job fails the next one is another.
package worker

import (
	"context"
	"log"
	"net/http"
	"strings"
	"sync"
	"time"
)

// A Job is something to be done.
type Job struct{ url, body string }

// A Queue holds jobs.
type Queue struct {
	jobs chan Job
	http *http.Client

	mu   sync.Mutex
	list []Job
}

// do does one job, in one attempt.
func (q *Queue) do(ctx context.Context, job Job) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, job.url, strings.NewReader(job.body))
	if err != nil {
		return err
	}
	resp, err := q.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// take removes the first job.
func (q *Queue) take() (Job, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.list) == 0 {
		return Job{}, false
	}
	job := q.list[0]
	q.list = q.list[1:]
	return job, true
}

func (q *Queue) rangeChannel(ctx context.Context) {
	for job := range q.jobs {
		if err := q.do(ctx, job); err != nil {
			log.Print(err)
		}
	}
}

func (q *Queue) receive(ctx context.Context) {
	for {
		job, ok := <-q.jobs
		if !ok {
			return
		}
		if err := q.do(ctx, job); err != nil {
			log.Print(err)
			continue
		}
		log.Print("done")
	}
}

func (q *Queue) selected(ctx context.Context) error {
	for {
		select {
		case job := <-q.jobs:
			if err := q.do(ctx, job); err != nil {
				log.Print(err)
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (q *Queue) pauseAfterFailure(ctx context.Context) {
	for job := range q.jobs {
		if err := q.do(ctx, job); err != nil {
			log.Print(err)
			time.Sleep(time.Second)
		}
	}
}

func (q *Queue) taken(ctx context.Context) {
	for {
		job, ok := q.take()
		if !ok {
			return
		}
		if err := q.do(ctx, job); err != nil {
			log.Print(err)
		}
	}
}

func (q *Queue) takenInHead(ctx context.Context) {
	for job, ok := q.take(); ok; job, ok = q.take() {
		if err := q.do(ctx, job); err != nil {
			log.Print(err)
			continue
		}
	}
}

func (q *Queue) firstError(ctx context.Context) error {
	for job := range q.jobs {
		if err := q.do(ctx, job); err != nil {
			return err
		}
	}
	return nil
}

func (q *Queue) slice(ctx context.Context, jobs []Job) (failed int) {
	for len(jobs) > 0 {
		job := jobs[0]
		jobs = jobs[1:]
		if q.do(ctx, job) != nil {
			failed++
		}
	}
	return failed
}

func (q *Queue) indexed(ctx context.Context, jobs []Job) (errs []error) {
	for i := 0; i < len(jobs); i++ {
		if err := q.do(ctx, jobs[i]); err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}

func (q *Queue) handled(ctx context.Context) {
	handle := func(job Job) {
		if err := q.do(ctx, job); err != nil {
			log.Print(err)
		}
	}
	for job := range q.jobs {
		handle(job)
	}
}

func (q *Queue) each(yield func(Job) error) {
	for job := range q.jobs {
		if err := yield(job); err != nil {
			log.Print(err)
		}
	}
}

func (q *Queue) yielded(ctx context.Context) {
	q.each(func(job Job) error { return q.do(ctx, job) })
}

func (q *Queue) ticker(ctx context.Context) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for range ticker.C {
		job, ok := q.take()
		if !ok {
			continue
		}
		if err := q.do(ctx, job); err != nil {
			log.Print(err)
		}
	}
}
