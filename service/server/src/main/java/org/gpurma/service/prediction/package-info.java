/** What performance models say of jobs, from what calibrations of the cluster's GPUs measured. */
package org.gpurma.service.prediction;
